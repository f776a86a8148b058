#include <gtest/gtest.h>

#include "support/fsp_parsed.h"

// The nodes that the parser makes of each construct, and the errors that the parser and the name checker
// report. No process is elaborated.
namespace parley::fsp {
namespace {

TEST(FspSyntax, KeywordsOfOurOwnRemainLabels) {
  for (const std::string word :
       {"check",       "var", "on", "channel", "sync", "automaton", "state",     "alias", "initial", "lossy",
        "duplicating", "of",  "at", "labels",  "end",  "error",     "initially", "rigid", "send",    "receive"}) {
    EXPECT_EQ(codes_of("P = (" + word + " -> " + word + "." + word + " -> P | a." + word + "[1] -> P)\\{" + word + "}.\n||S = (" +
                       word + ":P || {" + word + ",x}::P)/{" + word + "/y}."),
              "")
        << word;
    EXPECT_EQ(lts_text("P = (" + word + " -> P)."), "P: " + word + "->P\n");
    EXPECT_EQ(formula_of("[]" + word), "[]" + word);
  }
}

TEST(FspSyntax, CallsOfASequenceAreParsedInOrder) {
  const auto body = [](const std::string& text) {
    const Parsed parsed(text + "\nP(N=1) = (a -> END).\nQ = END.");
    return parsed.first_local() + (parsed.codes().empty() ? "" : " " + parsed.codes());
  };
  EXPECT_EQ(body("S = P(2);Q;END."), "P(2);Q;END");
  EXPECT_EQ(body("S = P;S."), "P;S");
  EXPECT_EQ(body("S = Q;P(3)."), "Q;P(3);-");
  EXPECT_EQ(body("S = P(3)."), "P(3);-");
  EXPECT_EQ(body("S = Q;L[1], L[i:0..1] = (b -> S)."), "Q;L[1]");
  EXPECT_EQ(body("S = Q;Q."), "Q;Q");
  EXPECT_EQ(body("S = if 1 then Q;S else (x -> P(1);END)."), "if 1 Q;S (x -> P(1);END)");
}

TEST(FspSyntax, MistakesInASequenceAreReportedAtTheirPlace) {
  const std::string rest = "\nP(N=1) = (a -> END).\nQ = END.";
  EXPECT_EQ(codes_of("S = P(1,2);END." + rest), "fsp-arguments 1:5");
  EXPECT_EQ(codes_of("S = R;END." + rest), "fsp-unknown-name 1:5");
  EXPECT_EQ(codes_of("S = END;Q." + rest), "fsp-unknown-name 1:5");
  EXPECT_EQ(codes_of("S = L;Q, L = (b -> S)." + rest), "fsp-unknown-name 1:5");
  EXPECT_EQ(codes_of("S = Q;NONE." + rest), "fsp-unknown-name 1:7");
  EXPECT_EQ(codes_of("S = (a -> Q)." + rest), "fsp-unknown-name 1:11");
  EXPECT_EQ(codes_of("S = P(1)[2]." + rest), "fsp-syntax 1:9");
  EXPECT_EQ(codes_of("S = Q;." + rest), "fsp-syntax 1:7");
  EXPECT_EQ(codes_of("||S = (Q;Q)." + rest), "fsp-syntax 1:9");
  EXPECT_EQ(Parsed("S = NONE;END." + rest, true).codes(), "fsp-unknown-name 1:5");
  EXPECT_EQ(Parsed("S = Q;NONE." + rest, true).codes(), "");
}

TEST(FspSyntax, ModifiersMayStandInAnyOrder) {
  const Parsed parsed(
      "property minimal deterministic P = (a -> P).\nminimal compose ||S = P.\ncompose property deterministic ||T = P.\n"
      "minimal property automaton A = state X.");
  EXPECT_EQ(parsed.codes(), "");
  const auto text = [](const Modifiers& m) { return fmt::format("{}{}{}", m.is_property, m.is_minimal, m.is_deterministic); };
  EXPECT_EQ(text(parsed.ast.processes[0].modifiers), "truetruetrue");
  EXPECT_EQ(text(parsed.ast.composites[0].modifiers), "falsetruefalse");
  EXPECT_EQ(text(parsed.ast.composites[1].modifiers), "truefalsetrue");
  EXPECT_EQ(text(parsed.ast.automata[0].modifiers), "truetruefalse");
  EXPECT_EQ(codes_of("minimal const N = 1"), "fsp-syntax 1:9");
}

TEST(FspSyntax, VariablesGuardsAndAssignmentsAreParsed) {
  const Parsed parsed(
      "range R = 0..2\nP(N=3)[i:0..1] var x:0..N = 0 var y:{a,b} = 'a var z:R = N-1 = "
      "(when (x < N) inc[j:R] when (j != x) {x:=x+j, y:='b} -> dec {x:=0} -> P[i]).");
  EXPECT_EQ(parsed.codes(), "");
  std::string text;
  for (const Variable& v : SpanOf(parsed.ast.variables, parsed.ast.processes[0].variables))
    text += fmt::format("{}:{}={} ", parsed.name(v.name), parsed.part(parsed.ast.parts[v.values]), parsed.expr(v.initial));
  EXPECT_EQ(text, "x:[0..N]=0 y:{a,b}='a z:[R]=(N 14 1) ");
  EXPECT_EQ(parsed.first_local(), "(inc.[j:R] when (j 6 x) x:=(x 13 j) y:='b -> dec x:=0 -> P[i])");
}

TEST(FspSyntax, MistakesInVariablesAreReportedAtTheirPlace) {
  const Parsed parsed("P var count:0..1 = 0 = (a {cuont := 1} -> P).");
  EXPECT_EQ(parsed.codes(), "fsp-unknown-name 1:28");
  EXPECT_EQ(parsed.hints(), "did you mean 'count'?\n");
  EXPECT_EQ(codes_of("P = (a {x := 1} -> P)."), "fsp-unknown-name 1:9");
  EXPECT_EQ(codes_of("P var x:0..1 = 0 var x:0..1 = 0 = (a -> P)."), "fsp-duplicate 1:22");
  EXPECT_EQ(codes_of("P var x:0..1 = 0 = (a {x:=0, x:=1} -> P)."), "fsp-duplicate 1:30");
  EXPECT_EQ(codes_of("P var x:0..1 = y = (a -> P)."), "fsp-unknown-name 1:16");
  EXPECT_EQ(codes_of("P var x:R = 0 = (a -> P)."), "fsp-unknown-name 1:9");
  EXPECT_EQ(codes_of("P var x:1 = 0 = (a -> P)."), "fsp-syntax 1:11");
  EXPECT_EQ(codes_of("P var x = 0 = (a -> P)."), "fsp-syntax 1:9");
  EXPECT_EQ(codes_of("P var X:0..1 = 0 = (a -> P)."), "fsp-syntax 1:7");
  EXPECT_EQ(codes_of("P = (a -> Q), Q var x:0..1 = 0 = (a -> P)."), "fsp-syntax 1:17");
  EXPECT_EQ(codes_of("P var x:0..1 = 0 = (a {x = 1} -> P)."), "fsp-syntax 1:26");
  EXPECT_EQ(codes_of("P var x:0..1 = 0 = (a {} -> P)."), "fsp-syntax 1:24");
  EXPECT_EQ(codes_of("P var x:0..1 = 0 = (a -> P).\nQ = (a[x] -> Q)."), "fsp-unknown-name 2:8");
  EXPECT_EQ(codes_of("P = (when (i) a[i:0..1] -> P)."), "fsp-unknown-name 1:12");
}

TEST(FspSyntax, ChannelActionsAreLabelsOfSendAndReceive) {
  const Parsed parsed(
      "const N = 2\nset T = {red, green}\nchannel c[N] of 0..3 lossy\nchannel d duplicating lossy of T\nchannel e\n"
      "P = (c?x -> c!(x+1) -> c!x -> c!3 -> c?[2] -> c?(N) -> c![i:0..1] -> d!red -> d!'red -> d?\"red\" -> e! -> e? -> "
      "e? when (1) -> c!N -> d?T -> P).\n||S = (P || c || a:d || {x,y}::e || {x,y}::z:e).\n||U = c.\nQ = (b -> Q).");
  EXPECT_EQ(parsed.codes(), "");
  EXPECT_EQ(parsed.first_local(),
            "(c.receive.?x:c -> c.send.[(x 13 1)] -> c.send.!x -> c.send.[3] -> c.receive.[2] -> c.receive.[N] -> "
            "c.send.[i:0..1] -> d.send.!red -> d.send.['red] -> d.receive.red -> e.send -> e.receive -> e.receive when 1 -> "
            "c.send.[N] -> d.receive.[T] -> P)");
  const std::vector<Channel>& channels = parsed.ast.channels;
  ASSERT_EQ(channels.size(), 3u);
  EXPECT_EQ(parsed.expr(channels[0].capacity) + parsed.part(parsed.ast.parts[channels[0].values]), "N[0..3]");
  EXPECT_TRUE(channels[0].is_lossy && !channels[0].is_duplicating);
  EXPECT_EQ(parsed.expr(channels[1].capacity) + parsed.part(parsed.ast.parts[channels[1].values]), "-[T]");
  EXPECT_TRUE(channels[1].is_lossy && channels[1].is_duplicating);
  EXPECT_EQ(channels[2].values, kNone);
  std::string instances;
  for (const Body& body : parsed.ast.bodies)
    if (body.kind == BodyKind::kInstance && body.inner == kNone)
      instances += fmt::format("{}/{}/{} ", parsed.parts(body.share), parsed.parts(body.prefix), parsed.name(body.name));
  EXPECT_EQ(instances, "//P //c /a/d {x,y}//e {x,y}/z/e //c ");
}

TEST(FspSyntax, MistakesInChannelsAreReportedAtTheirPlace) {
  EXPECT_EQ(codes_of("P = (c!1 -> P)."), "fsp-unknown-name 1:6");
  EXPECT_EQ(codes_of("channel link of 0..1\nP = (lnik?x -> P)."), "fsp-unknown-name 2:6");
  EXPECT_EQ(codes_of("channel c of 0..1\nP = (c! -> P)."), "fsp-channel 2:6");
  EXPECT_EQ(codes_of("channel c\nP = (c!1 -> P)."), "fsp-channel 2:6");
  EXPECT_EQ(codes_of("channel c\nchannel c\nP = (c! -> P)."), "fsp-duplicate 2:9");
  EXPECT_EQ(codes_of("channel c of R\nP = (c!1 -> P)."), "fsp-unknown-name 1:14");
  EXPECT_EQ(codes_of("channel c of 3\nP = (c!1 -> P)."), "fsp-syntax 2:1");
  EXPECT_EQ(codes_of("channel c lossy lossy\nP = (c! -> P)."), "fsp-duplicate 1:17");
  EXPECT_EQ(codes_of("channel C\nP = (c! -> P)."), "fsp-syntax 1:9");
  EXPECT_EQ(codes_of("channel c\nP = ({a,b}!1 -> P)."), "fsp-channel 2:11");
  EXPECT_EQ(codes_of("P = (a -> P).\n||S = (P || c)."), "fsp-unknown-name 2:13");
  EXPECT_EQ(codes_of("channel c[M] of 0..1\nP = (c?x -> a[x] -> b[y] -> P)."), "fsp-unknown-name 2:23, fsp-unknown-name 1:11");
}

TEST(FspSyntax, SyncVectorsKeepElementsAndResults) {
  const Parsed parsed(
      "P = ({a,b} -> P).\nset S = {u,v}\n||SYS = (p:P || q:P || P) sync { p.a * q.b -> c, p.work, forall [i:0..1] { p.x[i] * P:y "
      "-> tau }, "
      "q[i:0..1]:a * \"q.1\":b.1 -> r[i], p:tau -> S }  << {a} \\ {c}.\n||T = P sync {} >> S @ S.");
  EXPECT_EQ(parsed.codes(), "");
  const auto vectors = [&](auto& self, Span span) -> std::string {
    std::string text;
    for (const SyncVector& vector : SpanOf(parsed.ast.sync_vectors, span)) {
      text += text.empty() ? "" : "; ";
      if (!vector.ranges.empty()) text += "forall " + parsed.parts(vector.ranges) + " {" + self(self, vector.inner) + "}";
      std::string elements;
      for (const SyncElement& element : SpanOf(parsed.ast.sync_elements, vector.elements))
        elements += (elements.empty() ? "" : " * ") + (element.component.empty() ? "" : parsed.parts(element.component) + ":") +
                    parsed.parts(element.label);
      text += elements + (vector.is_tau ? " -> tau" : vector.result.empty() ? "" : " -> " + parsed.parts(vector.result));
    }
    return text;
  };
  const Composite& first = parsed.ast.composites[0];
  EXPECT_TRUE(first.has_vectors);
  EXPECT_EQ(vectors(vectors, first.vectors),
            "p.a * q.b -> c; p.work; forall [i:0..1] {p.x.[i] * P:y -> tau}; q.[i:0..1]:a * q.1:b.1 -> r.[i]; p:tau -> S");
  EXPECT_TRUE(first.priority == Priority::kHigh && first.visibility == Visibility::kHide);
  EXPECT_EQ(parsed.set(first.priority_set) + parsed.set(first.visible_set), "{a}{c}");
  const Composite& second = parsed.ast.composites[1];
  EXPECT_TRUE(second.has_vectors && second.vectors.empty() && second.priority == Priority::kLow &&
              second.visibility == Visibility::kKeep);
}

TEST(FspSyntax, MistakesInSyncVectorsAreReportedAtTheirPlace) {
  const std::string head = "P = (a -> P).\n||S = P ";
  EXPECT_EQ(codes_of(head + "sync {a * b}."), "fsp-vector 2:15");
  EXPECT_EQ(codes_of(head + "sync {tau -> b}."), "fsp-tau 2:15");
  EXPECT_EQ(codes_of(head + "sync {a * -> b}."), "fsp-syntax 2:19");
  EXPECT_EQ(codes_of(head + "sync {a[i] -> b}."), "fsp-unknown-name 2:17");
  EXPECT_EQ(codes_of(head + "sync {P -> b}."), "fsp-syntax 2:17");
  EXPECT_EQ(codes_of(head + "<< R."), "fsp-unknown-name 2:12");
  EXPECT_EQ(codes_of(head + "<< a."), "fsp-syntax 2:12");
}

TEST(FspSyntax, AutomataBecomeTheirLts) {
  const Parsed parsed(
      "automaton T = labels {c, a} state A alias X, \"Y.1\", state = (a -> B | \"b.1\" -> 7 | a -> A), state B end, state C "
      "error,\n"
      "state 7 initial = (tau -> C | go -> \"d\\\"\\\\\\x41\\n\"), state \"d\\\"\\\\A\\n\" alias state, state state + {extra, "
      "\"e.2\"}.\n"
      "import P = \"dir/p.aut\"\n||S = (T || P).");
  EXPECT_EQ(parsed.codes(), "");
  const Lts& lts = parsed.ast.automata[0].lts;
  EXPECT_EQ(to_text(lts), "7: tau->C go->d\"\\A\n\nA: a->A a->B b.1->7\nB.:\nC!:\nd\"\\A\n:\nstate:\n");
  EXPECT_EQ(labels_text(lts), "c a b.1 tau go extra e.2");
  EXPECT_EQ(lts.states_named("Y.1").size(), 1u);
  EXPECT_EQ(lts.states_named("state").size(), 3u);
  EXPECT_EQ(parsed.ast.automata[1].file, "dir/p.aut");
}

TEST(FspSyntax, MistakesInAutomataAreReportedAtTheirPlace) {
  const Parsed parsed("automaton T = state HOME = (a -> HMOE | b -> HOME), state HOME.");
  EXPECT_EQ(parsed.codes(), "fsp-duplicate 1:59, fsp-unknown-name 1:34");
  EXPECT_EQ(parsed.hints(), "\ndid you mean 'HOME'?\n");
  EXPECT_EQ(codes_of("automaton T = state A end = (a -> A)."), "fsp-automaton 1:27");
  EXPECT_EQ(codes_of("automaton T = state A end error."), "fsp-automaton 1:27");
  EXPECT_EQ(codes_of("automaton T = state A initial, state B initial."), "fsp-automaton 1:40");
  EXPECT_EQ(codes_of("automaton T = labels {a, a} state A."), "fsp-duplicate 1:26");
  EXPECT_EQ(codes_of("automaton T = state A = (a -> A) + {a}."), "fsp-duplicate 1:37");
  EXPECT_EQ(codes_of("automaton T = state A = (a -> b -> A)."), "fsp-syntax 1:33");
  EXPECT_EQ(codes_of("automaton T = state A = (a.b -> A)."), "fsp-syntax 1:27");
  EXPECT_EQ(codes_of("automaton T = state \"\"."), "fsp-string 1:21");
  EXPECT_EQ(codes_of("automaton T = ."), "fsp-syntax 1:15");
  EXPECT_EQ(codes_of("automaton T = state A\nP = (a -> P)."), "fsp-syntax 2:1");
  EXPECT_EQ(codes_of("automaton T = state A.\nT = (a -> T).\nimport T = \"x.aut\"\n||T = T."),
            "fsp-duplicate 4:3, fsp-duplicate 1:11, fsp-duplicate 3:8");
  EXPECT_EQ(codes_of("import P = p"), "fsp-syntax 1:12");
  EXPECT_EQ(codes_of("automaton T = state A.\n||S = T(1)."), "fsp-arguments 2:7");
}

TEST(FspSyntax, QuotedNamesAreSplitAtDotsAndUnescaped) {
  const Parsed parsed(R"(P = ("a b".c -> "x.1" -> "\"\\\x2e\t\x7F" -> P).
||S = ("my p":P).
check reach S : "my p"@"P/a b.c" && "my p"@P/"a b".c)");
  EXPECT_EQ(parsed.codes(), "");
  EXPECT_EQ(parsed.first_local(), "(a b.c -> x.1 -> \"\\.\t\x7F -> P)");
  EXPECT_EQ(codes_of(R"(P = ("a\q" -> P).)"), "fsp-string 1:8");
  EXPECT_EQ(codes_of(R"(P = ("a\x4" -> P).)"), "fsp-string 1:8");
  EXPECT_EQ(codes_of(R"(P = ("a\xG1" -> P).)"), "fsp-string 1:8");
  EXPECT_EQ(codes_of("P = (\"a -> P)."), "fsp-string 1:6, fsp-syntax 1:15");
}

TEST(FspSyntax, AnIncludedFileIsReadOnceInItsPlace) {
  EXPECT_EQ(codes_of("include \"x.lts\"\nP = (a -> P)."), "fsp-include 1:9");
  const Parsed parsed("include \"a\" A = (a -> A).\ninclude \"b\"\n||S = (A || B || C || D).\ninclude \"a\"", false,
                      {{"a",
                        "\xEF\xBB\xBF"
                        "B = (x -> B).\ninclude \"b\" D = (z -> D)."},
                       {"b", "C = (y -> C)."}});
  EXPECT_EQ(parsed.codes(), "");
  std::string order;
  for (const Process& process : parsed.ast.processes) order += parsed.name(process.name) + " ";
  EXPECT_EQ(order, "B C D A ");
  EXPECT_EQ(Parsed("include \"b\"", false, {{"a", ""}}).codes(), "file-missing 1:9");
  EXPECT_EQ(Parsed("include b", false, {{"a", ""}}).codes(), "fsp-syntax 1:9");
  // Recovery from an error ends with the included file.
  EXPECT_EQ(Parsed("include \"a\"\nP = (b -> ).\n", false, {{"a", "Q = (a ->"}}).codes(), "fsp-syntax 3:10, fsp-syntax 2:11");
}

TEST(FspSyntax, ManyIncludesNeedNoStack) {
  std::map<std::string, std::string> files;
  for (int i = 0; i < 3000; ++i) files[std::to_string(i)] = fmt::format("include \"{}\" P{} = (a -> P{}). ", i + 1, i, i);
  files["3000"] = "Q = (a -> Q).";
  const Parsed parsed("include \"0\"", false, files);
  EXPECT_EQ(parsed.codes(), "");
  EXPECT_EQ(parsed.ast.processes.size(), 3001u);
}

TEST(FspSyntax, MenusAndAnimationsAreIgnored) {
  EXPECT_EQ(codes_of("menu M = {a, b}\nanimation AN = \"x.xml\" actions {a/b, c/d} controls {e}\nP = (a -> P)."), "");
}

}   // namespace
}   // namespace parley::fsp
