// SPDX-License-Identifier: MIT
//
// Pages of files whose texts are markup: of runs, fleets and soaks. A page has the tags and
// attributes of the page of another file, in whose texts the characters of markup and harmless ones
// are exchanged.
#include "show/page/page.h"
#include "show/svg/plots.h"
#include "show/tables/fleet_writers.h"
#include "target.h"

#include <cctype>
#include <set>
#include <string_view>

namespace hashlane::fuzz::page_target {
namespace {

/// "a class href" of each tag; a style or script with its content.
using Tags = std::set<std::string>;

class Scanner {
public:
    explicit Scanner(std::string_view page) : page_(page) {}

    Tags tags()
    {
        Tags tags;
        for (at_ = page_.find('<'); at_ < page_.size(); at_ = page_.find('<', at_))
            tags.insert(tag());
        return tags;
    }

private:
    char here() const { return at_ < page_.size() ? page_[at_] : '\0'; }

    std::string_view until(std::string_view characters)
    {
        const std::size_t begin = at_;
        at_ = std::min(page_.find_first_of(characters, at_), page_.size());
        return page_.substr(begin, at_ - begin);
    }

    void skip_spaces() { at_ = std::min(page_.find_first_not_of(" \t\n\r\f", at_), page_.size()); }

    // Nothing of another site is named.
    std::string attribute()
    {
        const std::string name(until(" \t\n\r\f=/>"));
        require(!name.empty(), "an attribute without a name");
        if (here() != '=')
            return ' ' + name;
        ++at_;
        require(here() == '"', "a value without quotation marks: ", name);
        ++at_;
        const std::string_view value = until("\"<");
        require(here() == '"', "a value without an end: ", name);
        ++at_;
        require((name != "href" && name != "src") || value.starts_with('#'),
                "an address elsewhere");
        return ' ' + name;
    }

    std::string tag()
    {
        ++at_;
        std::string found(until(" \t\n\r\f>"));
        require(!found.empty() &&
                    (std::isalpha(static_cast<unsigned char>(found[0])) != 0 || found[0] == '/' ||
                     found == "!DOCTYPE" || found == "!doctype" || found[0] == '?'),
                "a '<' in a text");
        const std::string name = found;
        for (skip_spaces(); here() != '>' && at_ < page_.size(); skip_spaces()) {
            if (here() == '/' || here() == '?')
                ++at_;
            else
                found += attribute();
        }
        require(here() == '>', "a tag without an end");
        ++at_;
        if (name != "style" && name != "script")
            return found;
        const std::size_t begin = at_;
        at_ = page_.find("</" + name, at_);
        require(at_ != std::string_view::npos, "no end of ", name);
        return found.append(1, '\n').append(page_.substr(begin, at_ - begin));
    }

    std::string_view page_;
    std::size_t at_ = 0;
};

// Exchanges in the texts of a JSON document each of these by its neighbour in `pairs`; escapes,
// too.
std::string exchanged(const std::string &json)
{
    constexpr std::string_view pairs = "<(>)&+'*";
    bool in_text = false;
    std::string other;
    for (std::size_t i = 0; i < json.size(); ++i) {
        const char c = json[i];
        if (in_text && c == '\\' && i + 1 < json.size()) {
            const bool is_ascii = json.compare(i, 4, "\\u00") == 0;
            other += c;
            ++i;
            other += json[i] == '"' ? '/' : json[i];
            if (is_ascii && i + 4 < json.size()) { // any letter will do
                other += "007";
                other += json[i + 4];
                i += 4;
            }
        } else {
            in_text = (c == '"') != in_text;
            const std::size_t pair = in_text ? pairs.find(c) : std::string_view::npos;
            other += pair == std::string_view::npos ? c : pairs[pair ^ 1U];
        }
    }
    return other;
}

show::Book book_of(const std::string &text)
{
    const results::JsonDocument document(text, "page.json");
    const results::JsonFields &fields = document.fields();
    if (show::is_fleet(fields)) {
        const show::FleetFile file{"page.json", show::read_fleet(fields)};
        return file.fleet.nodes.empty() ? show::Book{} : show::make_book({}, {file});
    }
    if (cluster::is_soak(fields))
        return show::make_book({}, {}, {{"page.json", cluster::read_soak(fields)}});
    const results::Report run = results::read_run(document, "page.json");
    return run.rows.empty() ? show::Book{} : show::make_book({run});
}

Tags tags_of(const show::Book &book)
{
    Tags tags = Scanner(show::write_page(book)).tags();
    for (const std::string &name : show::figure_names(book)) {
        const show::Figure &figure = *show::find_figure(book, name);
        tags.merge(Scanner(show::standalone_svg(show::draw_any(figure.plot), figure.title,
                                                figure.sentence))
                       .tags());
    }
    return tags;
}

void run(Input &input)
{
    const std::string text = input.rest();
    try {
        const show::Book book = book_of(text);
        if (book.chapters.empty())
            return;
        const Tags tags = tags_of(book);
        const Tags harmless = tags_of(book_of(exchanged(text)));
        for (const std::string &tag : tags)
            require(harmless.contains(tag), "a text became markup: ", tag);
    } catch (const results::BadFile &refused) {
        require_one_line(refused.what());
    }
}

const Target target("page", run, mutate_json);

} // namespace
} // namespace hashlane::fuzz::page_target
