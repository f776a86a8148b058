#pragma once

#include <string>
#include <string_view>

// How names are written in FSP, so that reading the text gives the same names back. Each function appends to
// 'text' and depends on the name only, so a name is always written in the same way. Quotes are used only
// where the language needs them.
namespace parley::fsp {

// In double quotes, with the escapes \" \\ \n \t, and \xHH for other control characters. If the name is
// well-formed UTF-8, letters beyond ASCII stay as they are; otherwise every byte beyond ASCII becomes \xHH.
void append_quoted(std::string_view name, std::string& text);

// A state, alias or label of an explicit automaton, or the name of a check: one word.
void append_word(std::string_view name, std::string& text);

// A label, or a component in a place where labels are written: words with small initials and numbers, joined
// by dots.
void append_label(std::string_view name, std::string& text);

// A component before a label of a vector. If the first word has a capital initial, all words may have one.
void append_member(std::string_view name, std::string& text);

// A component in a predicate, where capital initials need no quotes; and one of its states, where slashes
// need none either.
void append_component(std::string_view name, std::string& text);
void append_state(std::string_view name, std::string& text);

// Whether a process can have this name: letters, digits and '_', with a capital initial, and none of the
// predefined names STOP, END, ERROR and DEFAULT.
bool is_process_name(std::string_view name);

}   // namespace parley::fsp
