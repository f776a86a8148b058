"""What users rely on is documented: every statistic, engine, option, subcommand, flag and exit code; and links in
documents lead somewhere."""
import re
import sys

from harness import SOURCE, TestCase, run

sys.path.insert(0, str(SOURCE / "tools"))
import options_page  # noqa: E402: it is found by the line above

COMMANDS = SOURCE / "docs" / "commands.md"
JSON = SOURCE / "docs" / "json.md"
OPTIONS = SOURCE / "docs" / "options.md"


def lines_of(place):
    """Lines of code below src, without unit tests: of a file, of the files directly in a folder, or with '/*' of all below it."""
    path = SOURCE / "src" / place.removesuffix("/*")
    files = [path] if path.is_file() else path.rglob("*") if place.endswith("/*") else path.glob("*")
    return sum(file.read_text().count("\n") for file in files
               if file.suffix in (".h", ".cc") and not file.name.endswith("_test.cc"))


class Documents(TestCase):
    def test_every_statistic_is_explained(self):
        rows = re.findall(r'\{Statistic::\w+, "(\w+)"', (SOURCE / "src" / "base" / "statistics.cc").read_text())
        self.assertGreater(len(rows), 5)
        text = JSON.read_text()
        self.assertEqual([key for key in rows if "| `{}` |".format(key) not in text], [])

    def test_every_option_is_explained(self):
        answer = run("parley", "engines", "--options")
        self.assertEqual(answer.code, 0, answer)
        options = set(re.findall(r"^\s*([a-z]+\.[a-z_-]+)", answer.stdout, re.MULTILINE))
        self.assertTrue(options, answer)
        text = OPTIONS.read_text()
        self.assertEqual(sorted(name for name in options if "| `{}` |".format(name) not in text), [])

    def test_the_page_of_options_is_what_the_tables_say(self):
        answer = run("parley", "engines", "--options")
        self.assertEqual(answer.code, 0, answer)
        written = options_page.page(answer.stdout, options_page.NOTES.read_text(encoding="utf-8"))
        self.assertEqual(OPTIONS.read_text(encoding="utf-8"), written, "write it anew: python3 tools/options_page.py PARLEY > docs/options.md")

    def test_every_subcommand_and_every_flag_is_explained(self):
        text = COMMANDS.read_text()
        subcommands = re.findall(r"^  ([a-z]+) ", run("parley", "--help").stdout.split("Subcommands:")[1], re.MULTILINE)
        self.assertIn("check", subcommands)
        self.assertEqual([name for name in subcommands if "\nparley {} ".format(name) not in text], [])
        flags = set()
        for subcommand in subcommands:
            flags |= set(re.findall(r"^  (?:-\w,)?(--?[A-Za-z-]+)", run("parley", subcommand, "--help").stdout, re.MULTILINE))
        self.assertIn("--deadlock", flags)
        self.assertEqual(sorted(flag for flag in flags if not re.search(r"`{}\b".format(flag), text)), [])

    def test_every_engine_is_named(self):
        answer = run("parley", "engines")
        self.assertEqual(answer.code, 0, answer)
        engines = re.findall(r"^  ([a-z][a-z0-9-]*) ", answer.stdout, re.MULTILINE)
        self.assertIn("explicit", engines)
        text = OPTIONS.read_text()
        self.assertEqual([name for name in engines if "| `{}` |".format(name) not in text], [])
        self.assertEqual([name for name in engines if not (SOURCE / "docs" / "algorithms" / (name + ".md")).is_file()], [])

    def test_every_exit_code_is_explained(self):
        codes = re.findall(r"= (\d+),", (SOURCE / "src" / "base" / "exit_code.h").read_text())
        self.assertGreater(len(codes), 5)
        text = COMMANDS.read_text()
        self.assertEqual([code for code in codes if "| {} |".format(code) not in text], [])

    def test_links_lead_somewhere(self):
        dead = []
        for document in [*SOURCE.glob("*.md"), *(SOURCE / "docs").rglob("*.md")]:
            for link in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", document.read_text()):
                if "://" not in link and not (document.parent / link).exists():
                    dead.append("{}: {}".format(document.relative_to(SOURCE), link))
        self.assertEqual(dead, [])

    def test_readme_names_every_package(self):
        script = (SOURCE / "tools" / "bootstrap.sh").read_text()
        packages = " ".join(re.findall(r"readonly (?:build|test)_packages=\(([^)]*)\)", script)).split()
        self.assertGreater(len(packages), 10)
        words = set((SOURCE / "README.md").read_text().split())
        self.assertEqual([package for package in packages if package not in words], [])

    def test_every_test_folder_is_in_the_table_of_rings(self):
        text = (SOURCE / "CONTRIBUTING.md").read_text()
        folders = [path.parent.name for path in (SOURCE / "tests").glob("*/CMakeLists.txt")]
        self.assertGreater(len(folders), 10)
        self.assertEqual([name for name in folders if "| `tests/{}` |".format(name) not in text], [])

    def test_the_architecture_names_files_that_exist(self):
        """Words like `verify/schedule.h` name files below src."""
        words = re.findall(r"`([a-z_]+(?:/[a-z_]+)*/[a-z_]+\.(?:cc|h))`", (SOURCE / "ARCHITECTURE.md").read_text())
        self.assertGreater(len(words), 20)
        self.assertEqual([word for word in words if not (SOURCE / "src" / word).is_file()], [])

    def test_the_lines_to_trust_are_counted(self):
        rows = re.findall(r"^\|[^|]*\| ((?:`[^`]+` ?)+)\| ([\d,]+) \|$", (SOURCE / "ARCHITECTURE.md").read_text(), re.MULTILINE)
        self.assertGreater(len(rows), 10)
        for places, said in rows:
            counted = sum(lines_of(place) for place in re.findall("`([^`]+)`", places))
            self.assertLess(abs(counted - int(said.replace(",", ""))) / counted, 0.05, "{}: {} lines".format(places, counted))

    def codes_agree(self, language, at_least):
        """The table of diagnostics and the sources agree in both directions."""
        sources = set()
        for path in (SOURCE / "src" / "front" / language).rglob("*.cc"):
            if not path.name.endswith("_test.cc"):
                sources |= set(re.findall(r'"({}-[a-z-]+)"'.format(language), path.read_text()))
        page = (SOURCE / "docs" / "formats" / (language + ".md")).read_text()
        table = page[page.index("## Diagnostics"):].split("\n## ")[0]
        first_cells = "".join(line.split("|")[1] for line in table.splitlines() if line.startswith("| `"))
        rows = set(re.findall(r"`({}-[a-z-]+)`".format(language), first_cells))
        self.assertGreater(len(sources), at_least)
        self.assertEqual(sorted(sources - rows), [], "not in the table")
        self.assertEqual(sorted(rows - sources), [], "in the table, but nothing says it")

    def test_every_code_of_fsp_is_explained(self):
        self.codes_agree("fsp", 30)

    def test_every_code_of_pnml_is_explained(self):
        self.codes_agree("pnml", 15)
