#pragma once

#include <string>
#include <string_view>

// How names are written in FSP, so that reading them gives the same names back. Each function appends to
// 'text'; none looks at more than the name, so the same name is always written in the same way. Quotes stand
// only where the language needs them.
namespace parley::fsp {

// In double quotes: \" \\ \n \t, and \xHH for other control characters. Letters beyond ASCII stay as they are
// if the name is well-formed UTF-8; if not, all bytes beyond ASCII become \xHH.
void append_quoted(std::string_view name, std::string& text);

// A state, an alias or a label of an explicit automaton, the name of a check: one word.
void append_word(std::string_view name, std::string& text);

// A label or a component where labels stand: words with small letters and numbers, joined by dots.
void append_label(std::string_view name, std::string& text);

// A component in front of a label of a vector: the first word may have a capital letter, then all may.
void append_member(std::string_view name, std::string& text);

// A component in a predicate (capital letters need no quotes there), and one of its states (nor do slashes).
void append_component(std::string_view name, std::string& text);
void append_state(std::string_view name, std::string& text);

// Whether a process can have this name: letters, digits and '_', a capital letter first; none of the
// processes that are there anyway.
bool is_process_name(std::string_view name);

}   // namespace parley::fsp
