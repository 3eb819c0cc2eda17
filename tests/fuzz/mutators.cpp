// SPDX-License-Identifier: MIT
#include "mutators.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <span>
#include <string_view>
#include <vector>

namespace hashlane::fuzz {
namespace {

using Words = std::span<const std::string_view>;

constexpr std::string_view markup[] = {"<script>alert(1)</script>",
                                       "</title>",
                                       "</style>",
                                       "<!--",
                                       "-->",
                                       "]]>",
                                       "\\\" onload=\\\"x",
                                       "' onload='x",
                                       "&lt;",
                                       "&#60;",
                                       "\\u003cb\\u003e",
                                       "\\u0000",
                                       "\\u001b[31m",
                                       "\\n",
                                       "\\u202e",
                                       "\\ud800",
                                       "\xff",
                                       "\xe2\x80"};
constexpr std::string_view json_values[] = {"null",
                                            "true",
                                            "[]",
                                            "{}",
                                            "\"\"",
                                            "\"x\"",
                                            "0",
                                            "-1",
                                            "-0.0",
                                            "0.5",
                                            "1e308",
                                            "1e999",
                                            "1e-320",
                                            "2147483648",
                                            "4294967296",
                                            "9007199254740993",
                                            "18446744073709551615",
                                            "18446744073709551616",
                                            "NaN",
                                            "[1,[2,{\"a\":3}]]",
                                            "\"<b>\""};
constexpr std::string_view line_words[] = {"0",          "-1",  "1e999", "18446744073709551616",
                                           "4294967296", "nan", "inf",   "0x10",
                                           "1.5",        "--",  "\\",    "=",
                                           "\t",         "\r",  "\x7f",  "",
                                           "é",          "(",   ")",     "*"};
constexpr std::string_view list_words[] = {
    "0",  "00", "1-",  "-1", "3-1",  "0-0", "2147483647", "2147483648", "18446744073709551616",
    ", ", ",,", "0-9", "[",  "[0-9", "]",   "0-7:2",      " ",          "x"};

/// From one byte of the text to another.
struct Piece {
    std::size_t begin = 0, end = 0;
    std::size_t size() const { return end - begin; }
};

// Strings in quotation marks, runs of letters and digits, every other character by itself.
std::vector<Piece> pieces_of(const std::string &text)
{
    const auto is_word = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '_';
    };
    std::vector<Piece> pieces;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at + 1;
        if (text[at] == '"') {
            while (end < text.size() && text[end] != '"')
                end += text[end] == '\\' ? 2 : 1;
            end = std::min(end + 1, text.size());
        } else if (is_word(text[at])) {
            while (end < text.size() && is_word(text[end]))
                ++end;
        }
        pieces.push_back({at, end});
        at = end;
    }
    return pieces;
}

class Editor {
public:
    Editor(std::string &text, Words values, Random &random)
        : text_(text), pieces_(pieces_of(text)), values_(values), random_(random)
    {
    }

    void replace_by_other() { replace(drawn_value(), text_of(drawn_value())); }
    void replace_by_word() { replace(drawn_value(), std::string(drawn_of(values_))); }

    void exchange()
    {
        Piece first = drawn_value(), second = drawn_value();
        if (first.begin > second.begin)
            std::swap(first, second);
        if (first.end > second.begin)
            return;
        const std::string before = text_of(first);
        const std::string after = text_of(second);
        replace(second, before);
        replace(first, after);
    }

    // So that a key is there twice, or a line.
    void repeat_element()
    {
        const Piece element = drawn_element();
        const bool in_lines = element.end < text_.size() ? text_[element.end] == '\n'
                                                         : text_.find('\n') != std::string::npos;
        text_.insert(element.end, (in_lines ? '\n' : ',') + text_of(element));
    }

    void remove_element()
    {
        Piece element = drawn_element();
        if (is_separator(element.end))
            ++element.end;
        else if (element.begin > 0 && is_separator(element.begin - 1))
            --element.begin;
        text_.erase(element.begin, element.size());
    }

    void nest()
    {
        const Piece value = drawn_value();
        const std::size_t depth = below(8) == 0 ? 1000 : 1 + below(8);
        const bool in_objects = below(2) == 0;
        std::string open, close;
        for (std::size_t i = 0; i < depth; ++i)
            open += in_objects ? "{\"a\":" : "[";
        close.assign(depth, in_objects ? '}' : ']');
        replace(value, open + text_of(value) + close);
    }

    // One digit more, less or other; or a run of them.
    void change_digit()
    {
        const std::size_t digit = drawn_byte([](unsigned char c) { return std::isxdigit(c) != 0; });
        if (digit == text_.size())
            return;
        switch (below(4)) {
        case 0:
            text_[digit] = "0123456789abcdef"[below(16)];
            break;
        case 1:
            text_.erase(digit, 1);
            break;
        case 2:
            text_.insert(digit, 1, text_[digit]);
            break;
        default:
            text_.insert(digit, 1 + below(25), "09"[below(2)]);
        }
    }

    void insert_markup()
    {
        const std::size_t quote = drawn_byte([](unsigned char c) { return c == '"'; });
        text_.insert(std::min(quote + 1, text_.size()), drawn_of(Words(markup)));
    }

private:
    std::size_t below(std::size_t count) { return random_() % count; }

    std::string_view drawn_of(Words list) { return list[below(list.size())]; }

    std::string text_of(Piece piece) const { return text_.substr(piece.begin, piece.size()); }

    void replace(Piece piece, const std::string &by)
    {
        text_.replace(piece.begin, piece.size(), by);
    }

    bool is_one_of(std::size_t piece, std::string_view characters) const
    {
        return characters.find(text_[pieces_[piece].begin]) != std::string_view::npos;
    }

    bool is_separator(std::size_t byte) const
    {
        return byte < text_.size() && (text_[byte] == ',' || text_[byte] == '\n');
    }

    // With an opening bracket all up to its closing one.
    std::size_t last_of_value(std::size_t piece) const
    {
        std::size_t depth = 0;
        for (std::size_t last = piece; last < pieces_.size(); ++last) {
            if (is_one_of(last, "[{"))
                ++depth;
            else if (is_one_of(last, "]}") && depth > 0)
                --depth;
            if (depth == 0)
                return last;
        }
        return pieces_.size() - 1;
    }

    // Not a mark between values, if there are others.
    Piece drawn_value()
    {
        std::size_t piece = below(pieces_.size());
        for (int tries = 0; tries < 4 && is_one_of(piece, ",:]} \n="); ++tries)
            piece = below(pieces_.size());
        return {pieces_[piece].begin, pieces_[last_of_value(piece)].end};
    }

    // From one comma, bracket or end of a line to the next.
    Piece drawn_element()
    {
        const std::size_t piece = below(pieces_.size());
        std::size_t first = piece, after = piece;
        while (first > 0 && !is_one_of(first - 1, "[{,\n"))
            --first;
        while (after < pieces_.size() && !is_one_of(after, "]},\n"))
            after = last_of_value(after) + 1;
        const std::size_t end = after < pieces_.size() ? pieces_[after].begin : text_.size();
        return {std::min(pieces_[first].begin, end), end};
    }

    // text_.size() if there is none.
    template <class Predicate> std::size_t drawn_byte(Predicate is_right)
    {
        std::vector<std::size_t> places;
        for (std::size_t i = 0; i < text_.size(); ++i)
            if (is_right(static_cast<unsigned char>(text_[i])))
                places.push_back(i);
        return places.empty() ? text_.size() : places[below(places.size())];
    }

    std::string &text_;
    const std::vector<Piece> pieces_;
    const Words values_;
    Random &random_;
};

using Edit = void (Editor::*)();

void edit(std::string &text, std::size_t most, Words values, std::span<const Edit> edits,
          Random &random)
{
    if (text.empty())
        text = values[random() % values.size()];
    if (!text.empty())
        (Editor(text, values, random).*edits[random() % edits.size()])();
    text.resize(std::min(text.size(), most));
}

constexpr Edit edits_of_all[] = {
    &Editor::replace_by_other, &Editor::replace_by_word, &Editor::exchange, &Editor::repeat_element,
    &Editor::remove_element,   &Editor::change_digit,    &Editor::nest,     &Editor::insert_markup};
constexpr std::span edits_of_lines = std::span(edits_of_all).first(6);

} // namespace

void mutate_json(std::string &input, std::size_t most, Random &random)
{
    edit(input, most, json_values, edits_of_all, random);
}

void mutate_lines(std::string &input, std::size_t most, Random &random)
{
    edit(input, most, line_words, edits_of_lines, random);
}

void mutate_list(std::string &input, std::size_t most, Random &random)
{
    edit(input, most, list_words, edits_of_lines, random);
}

void mutate_words(std::string &input, std::size_t most, Random &random)
{
    constexpr std::string_view large[] = {
        std::string_view("\xff\0\0\0\0\0\0\1\0", 9),
        std::string_view("\xff\0\0\0\0\xff\xff\xff\xff", 9), "\xff\x7f\xf0\x01\x01\x01\x01\x01\x01",
        "\xff\x80\x01\x01\x01\x01\x01\x01\x01", "\xff\xff\xff\xff\xff\xff\xff\xff\xff"};
    std::vector<std::string> words;
    for (std::size_t at = 0; at < input.size(); at += words.back().size())
        words.push_back(input.substr(at, input[at] == '\xff' ? 9 : 1));
    if (words.empty())
        words.emplace_back(1, '\0');
    std::string &word = words[random() % words.size()];
    switch (random() % 5) {
    case 0:
        word.front() = static_cast<char>(word.front() + (random() % 2 == 0 ? 1 : -1));
        break;
    case 1:
        word = large[random() % std::size(large)];
        break;
    case 2:
        word.clear();
        break;
    case 3:
        word += words[random() % words.size()];
        break;
    default:
        word.swap(words[random() % words.size()]);
    }
    input.clear();
    for (const std::string &part : words)
        input += part;
    input.resize(std::min(input.size(), most));
}

} // namespace hashlane::fuzz
