#include "engine/synchro/paper/predicates.h"

namespace parley::synchro {

std::string_view predicate_name(PredicateKind kind) {
  switch (kind) {
    case PredicateKind::kPair: return "pair";
    case PredicateKind::kOrder: return "order";
    case PredicateKind::kOrderData: return "order-data";
    case PredicateKind::kRelation: return "relation";
    case PredicateKind::kRelationData: return "relation-data";
    case PredicateKind::kDifference: return "difference";
    case PredicateKind::kDifferenceData: return "difference-data";
    case PredicateKind::kDifferenceComponent: return "difference-component";
  }
  return "";
}

}   // namespace parley::synchro
