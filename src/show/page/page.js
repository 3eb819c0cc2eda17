(function () {
  'use strict';
  var figures = document.querySelectorAll('details');
  var tools = document.getElementById('tools');
  function button(text, press) {
    var b = document.createElement('button');
    b.type = 'button';
    b.textContent = text;
    b.addEventListener('click', function () { press(b); });
    return b;
  }
  if (tools && figures.length) {
    tools.appendChild(button('Show all tables', function (b) {
      var open = b.getAttribute('aria-pressed') !== 'true';
      b.setAttribute('aria-pressed', open);
      figures.forEach(function (d) { d.open = open; });
    }));
    if (document.querySelector('.doubtful-row')) {
      tools.appendChild(button('Only trustworthy rows in tables', function (b) {
        var only = document.body.classList.toggle('only-trusted');
        b.setAttribute('aria-pressed', only);
      }));
    }
  }
  function value(row, column) {
    var text = row.cells[column].textContent;
    var number = parseFloat(text);
    return isNaN(number) || !/^[-+\d.]/.test(text) ? text : number;
  }
  function compare(a, b) {
    if (typeof a === typeof b) {
      return a < b ? -1 : a > b ? 1 : 0;
    }
    return typeof a === 'number' ? -1 : 1;
  }
  document.querySelectorAll('table').forEach(function (table) {
    Array.prototype.forEach.call(table.tHead.rows[0].cells, function (cell, column) {
      var name = cell.textContent;
      cell.textContent = '';
      cell.appendChild(button(name, function () {
        var down = cell.getAttribute('aria-sort') === 'ascending';
        var body = table.tBodies[0];
        table.querySelectorAll('th').forEach(function (th) { th.removeAttribute('aria-sort'); });
        cell.setAttribute('aria-sort', down ? 'descending' : 'ascending');
        Array.from(body.rows).sort(function (a, b) {
          return compare(value(a, column), value(b, column)) * (down ? -1 : 1);
        }).forEach(function (row) { body.appendChild(row); });
      }));
    });
  });
}());
