#include "front/fsp/ask/ltl.h"

#include <algorithm>
#include <array>
#include <unordered_set>

namespace parley::fsp {

namespace {

std::uint64_t mix_into(std::uint64_t hash, std::uint64_t value) {
  hash ^= value + 0x9E3779B97F4A7C15u + (hash << 6) + (hash >> 2);
  return hash * 0xFF51AFD7ED558CCDu;
}

}   // namespace

Formulas::Formulas() {
  make(FormulaKind::kFalse, 0, {});
  make(FormulaKind::kTrue, 0, {});
}

FormulaId Formulas::make(FormulaKind kind, LtlAtom atom, std::span<const FormulaId> parts) {
  std::uint64_t hash = mix_into(static_cast<std::uint64_t>(kind), atom);
  for (const FormulaId part : parts) hash = mix_into(hash, part);
  const auto [first, last] = known_.equal_range(hash);
  for (auto found = first; found != last; ++found) {
    const Node& node = nodes_[found->second];
    if (node.kind == kind && node.atom == atom && std::ranges::equal(this->parts(found->second), parts)) return found->second;
  }
  Node node{kind, atom, static_cast<std::uint32_t>(parts_.size()), static_cast<std::uint32_t>(parts.size()), 0};
  for (const FormulaId part : parts) node.depth = std::max(node.depth, nodes_[part].depth + 1);
  parts_.insert(parts_.end(), parts.begin(), parts.end());
  nodes_.push_back(node);
  const auto id = static_cast<FormulaId>(nodes_.size() - 1);
  known_.emplace(hash, id);
  return id;
}

FormulaId Formulas::atom(LtlAtom atom) { return make(FormulaKind::kAtom, atom, {}); }

FormulaId Formulas::negation(FormulaId of) {
  if (of == kFalse) return kTrue;
  if (of == kTrue) return kFalse;
  if (kind(of) == FormulaKind::kNot) return parts(of)[0];
  return make(FormulaKind::kNot, 0, std::array{of});
}

// X a || X b is X (a || b): progression then needs one clause instead of two. Removes the kNext operands from
// 'parts' and returns the merged one; returns kFalse if there are fewer than two.
FormulaId Formulas::merge_nexts(std::vector<FormulaId>& parts) {
  const auto is_next = [&](FormulaId part) { return kind(part) == FormulaKind::kNext; };
  if (std::ranges::count_if(parts, is_next) < 2) return kFalse;
  std::vector<FormulaId> inner;
  for (const FormulaId part : parts)
    if (is_next(part)) inner.push_back(this->parts(part)[0]);
  std::erase_if(parts, is_next);
  return next(disjunction(inner));
}

FormulaId Formulas::junction(FormulaKind kind, const std::vector<FormulaId>& parts) {
  const FormulaId neutral = kind == FormulaKind::kAnd ? kTrue : kFalse;
  const FormulaId absorbing = kind == FormulaKind::kAnd ? kFalse : kTrue;
  std::vector<FormulaId> flat;
  flat.reserve(parts.size());
  for (const FormulaId part : parts) {
    if (this->kind(part) == kind) flat.insert(flat.end(), this->parts(part).begin(), this->parts(part).end());
    else if (part != neutral) flat.push_back(part);
  }
  if (kind == FormulaKind::kOr)
    if (const FormulaId merged = merge_nexts(flat); merged != kFalse) flat.push_back(merged);
  std::sort(flat.begin(), flat.end());
  flat.erase(std::unique(flat.begin(), flat.end()), flat.end());
  for (const FormulaId part : flat) {
    const bool is_opposed = this->kind(part) == FormulaKind::kNot && std::ranges::binary_search(flat, this->parts(part)[0]);
    if (part == absorbing || is_opposed) return absorbing;
  }
  if (flat.empty()) return neutral;
  return flat.size() == 1 ? flat[0] : make(kind, 0, flat);
}

FormulaId Formulas::iff(FormulaId left, FormulaId right) {
  if (left == right) return kTrue;
  if (left == kTrue) return right;
  if (right == kTrue) return left;
  if (left == kFalse) return negation(right);
  if (right == kFalse) return negation(left);
  return make(FormulaKind::kIff, 0, std::array{std::min(left, right), std::max(left, right)});
}

FormulaId Formulas::next(FormulaId of) {
  if (of == kFalse || of == kTrue) return of;
  return make(FormulaKind::kNext, 0, std::array{of});
}

FormulaId Formulas::always(FormulaId of) {
  if (of == kFalse || of == kTrue || kind(of) == FormulaKind::kAlways) return of;
  return make(FormulaKind::kAlways, 0, std::array{of});
}

FormulaId Formulas::eventually(FormulaId of) {
  if (of == kFalse || of == kTrue || kind(of) == FormulaKind::kEventually) return of;
  return make(FormulaKind::kEventually, 0, std::array{of});
}

FormulaId Formulas::until(FormulaId left, FormulaId right) {
  if (right == kFalse || right == kTrue || left == kFalse || left == right) return right;
  if (left == kTrue) return eventually(right);
  return make(FormulaKind::kUntil, 0, std::array{left, right});
}

FormulaId Formulas::weak_until(FormulaId left, FormulaId right) {
  if (left == kTrue || right == kTrue) return kTrue;
  if (left == kFalse || left == right) return right;
  if (right == kFalse) return always(left);
  return make(FormulaKind::kWeakUntil, 0, std::array{left, right});
}

FormulaId Formulas::normal_form(FormulaId of) { return normalized(of, false); }

FormulaId Formulas::normalized(FormulaId of, bool is_negated) {
  const std::uint64_t key = 2 * std::uint64_t{of} + (is_negated ? 1 : 0);
  if (const auto found = normal_forms_.find(key); found != normal_forms_.end()) return found->second;
  const FormulaKind kind = this->kind(of);
  const std::vector<FormulaId> operands(parts(of).begin(), parts(of).end());   // parts_ grows below
  const auto each = [&](bool negated) {
    std::vector<FormulaId> results;
    results.reserve(operands.size());
    for (const FormulaId operand : operands) results.push_back(normalized(operand, negated));
    return results;
  };
  FormulaId result = of;
  switch (kind) {
    case FormulaKind::kFalse:
    case FormulaKind::kTrue:
    case FormulaKind::kAtom: result = is_negated ? negation(of) : of; break;
    case FormulaKind::kNot: result = normalized(operands[0], !is_negated); break;
    case FormulaKind::kAnd: result = is_negated ? disjunction(each(true)) : conjunction(each(false)); break;
    case FormulaKind::kOr: result = is_negated ? conjunction(each(true)) : disjunction(each(false)); break;
    case FormulaKind::kIff: {
      const FormulaId both = conjunction({normalized(operands[0], false), normalized(operands[1], is_negated)});
      const FormulaId none = conjunction({normalized(operands[0], true), normalized(operands[1], !is_negated)});
      result = disjunction({both, none});
      break;
    }
    case FormulaKind::kNext: result = next(normalized(operands[0], is_negated)); break;
    case FormulaKind::kAlways:
      result = is_negated ? eventually(normalized(operands[0], true)) : always(normalized(operands[0], false));
      break;
    case FormulaKind::kEventually:
      result = is_negated ? always(normalized(operands[0], true)) : eventually(normalized(operands[0], false));
      break;
    case FormulaKind::kUntil:
    case FormulaKind::kWeakUntil: {
      const std::vector<FormulaId> both = each(is_negated);
      // !(a U b) is !b W (!a && !b), and !(a W b) is !b U (!a && !b).
      const bool is_weak = (kind == FormulaKind::kWeakUntil) != is_negated;
      const FormulaId left = is_negated ? both[1] : both[0];
      const FormulaId right = is_negated ? conjunction({both[0], both[1]}) : both[1];
      result = is_weak ? weak_until(left, right) : until(left, right);
      break;
    }
  }
  normal_forms_.emplace(key, result);
  return result;
}

std::vector<FormulaId> Formulas::subformulas(FormulaId of) const {
  std::unordered_set<FormulaId> seen{of};
  std::vector<FormulaId> found{of};
  for (std::size_t i = 0; i < found.size(); ++i)
    for (const FormulaId part : parts(found[i]))
      if (seen.insert(part).second) found.push_back(part);
  std::sort(found.begin(), found.end());
  return found;
}

FormulaId Formulas::copy(const Formulas& other, FormulaId root, const std::function<LtlAtom(LtlAtom)>& rename) {
  std::unordered_map<FormulaId, FormulaId> copied;
  for (const FormulaId id : other.subformulas(root)) {
    std::vector<FormulaId> parts;
    parts.reserve(other.parts(id).size());
    for (const FormulaId part : other.parts(id)) parts.push_back(copied.at(part));
    FormulaId made = id;   // kFalse and kTrue have the same ids everywhere
    switch (other.kind(id)) {
      case FormulaKind::kFalse:
      case FormulaKind::kTrue: break;
      case FormulaKind::kAtom: made = atom(rename(other.atom_of(id))); break;
      case FormulaKind::kNot: made = negation(parts[0]); break;
      case FormulaKind::kAnd: made = conjunction(parts); break;
      case FormulaKind::kOr: made = disjunction(parts); break;
      case FormulaKind::kIff: made = iff(parts[0], parts[1]); break;
      case FormulaKind::kNext: made = next(parts[0]); break;
      case FormulaKind::kAlways: made = always(parts[0]); break;
      case FormulaKind::kEventually: made = eventually(parts[0]); break;
      case FormulaKind::kUntil: made = until(parts[0], parts[1]); break;
      case FormulaKind::kWeakUntil: made = weak_until(parts[0], parts[1]); break;
    }
    copied.emplace(id, made);
  }
  return copied.at(root);
}

bool is_syntactically_safe(const Formulas& formulas, FormulaId normal) {
  return std::ranges::none_of(formulas.subformulas(normal), [&](FormulaId at) {
    return formulas.kind(at) == FormulaKind::kUntil || formulas.kind(at) == FormulaKind::kEventually;
  });
}

}   // namespace parley::fsp
