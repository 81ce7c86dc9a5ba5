"""Pages that the site is built with and that stand nowhere: options, JSON keys, routings, the gallery; each as the text of a Markdown page.

They read `dateline list --json` (`listed`), the schemas of docs/schemas/ and the files of experiments/.
"""
import json
import re

import yaml

GROUP_TITLES = {"out": "Files beside the result", "output": "Result and progress"}


def code(text):
    return f"`{text}`"


def joined(words):
    return ", ".join(code(word) for word in words)


def beside(rule):
    """An option, or some of its values, as a rule of the list names them."""
    values = joined(f"--{rule['option']} {value}..." for value in rule["begins"]) or code("--" + rule["option"])
    return values + (f" (but {joined(rule['except'])})" if rule.get("except") else "")


def option_title(name):
    return f"--out {name[4:]}=FILE" if name.startswith("out=") else f"--{name}"


def variants(listed):
    """{group: {option: [(what it is, [commands])]}}: an option stands once, in the first group that has it, and once more where a command has another."""
    groups, group_of = {}, {}
    for command, entry in listed["commands"].items():
        for name, option in entry["options"].items():
            found = groups.setdefault(group_of.setdefault(name, option["group"]), {}).setdefault(name, [])
            own = {key: option.get(key) for key in ("default", "values", "help", "excluded_by", "needs", "defaults_beside")}
            for same, commands in found:
                if same == own:
                    commands.append(command)
                    break
            else:
                found.append((own, [command]))
    return groups


def option_lines(own, commands):
    yield f"{own['help'][0].upper()}{own['help'][1:]}."
    yield ""
    yield f"- Takes {joined(own['values'].split(' | '))}" + (f"; default {code(own['default'])}" if own["default"] is not None else "")
    for rule in own["defaults_beside"] or []:
        yield f"- Default {code(rule['default'])} beside {beside(rule)}"
    if own["needs"]:
        yield f"- Needs {', '.join(map(beside, own['needs']))}"
    if own["excluded_by"]:
        yield f"- Not beside {', '.join(map(beside, own['excluded_by']))}"
    yield f"- Of {joined(commands)}"
    yield ""


def options(listed):
    lines = []
    for group, members in variants(listed).items():
        lines += [f"## {GROUP_TITLES.get(group, group.capitalize())}", ""]
        for name, found in members.items():
            lines += [f"### {option_title(name)} {{#{name.replace('=', '-')}}}", ""]
            for own, commands in found:
                lines += option_lines(own, commands)
    return "\n".join(lines)


def routings(listed):
    lines = ["| routing | what | on | VCs | minimal |", "|---|---|---|---|---|"]
    for name, entry in listed["routing"].items():
        names = code(name) + (f" ({joined(entry['aliases'])})" if entry["aliases"] else "")
        lines.append(f"| {names} | {entry['summary']} | {entry['topologies']} | {entry['vcs']} | {'yes' if entry['minimal'] else 'no'} |")
    return "\n".join(lines)


def type_of(schema):
    if "const" in schema:
        return code(schema["const"])
    if "enum" in schema:
        return joined(map(str, schema["enum"]))
    kind = schema.get("type", "")
    return " or ".join(kind) if isinstance(kind, list) else kind


def whole(schema, root):
    """With what it refers to: "#/properties/latency"."""
    if "$ref" not in schema:
        return schema
    target = root
    for name in schema["$ref"].split("/")[1:]:
        target = target[name]
    return {**target, **{key: value for key, value in schema.items() if key != "$ref"}}


def keys(schema, root, path=""):
    """(path, schema) of every key below."""
    if isinstance(schema.get("items"), dict):
        yield from keys(whole(schema["items"], root), root, path + "[]")
    for name, inner in schema.get("properties", {}).items():
        below = f"{path}.{name}" if path else name
        yield below, whole(inner, root)
        yield from keys(whole(inner, root), root, below)


def json_keys(files):
    lines = []
    for file in files:
        root = json.loads(file.read_text())
        lines += [f"## {file.stem.replace('-', ' ')}", "", without_pages(root.get("description", "")) + ".", "",
                  "| key | type | unit | meaning |", "|---|---|---|---|"]
        for path, schema in keys(root, root):
            notes = [without_pages(schema.get("description", ""))]
            notes += [f"null: {schema['null_when']}"] if "null_when" in schema else []
            notes += [f"only: {schema['only_when']}"] if "only_when" in schema else []
            lines.append(f"| {code(path)} | {type_of(schema)} | {schema.get('unit', '')} | {'; '.join(notes).replace('|', '&#124;')} |")
        lines.append("")
    return "\n".join(lines)


def without_pages(text):
    """Where a text names the file of a page, which the site has as a link elsewhere."""
    page = r"docs/[\w/-]+\.md(?:, section \d+)?"
    return re.sub(rf"; {page}| \({page}\)", "", text)


def experiments(top):
    """[(name, file, about)] by subject and name."""
    found = sorted((top / "experiments").glob("*/*.yaml"))
    return [(file.stem, file, yaml.safe_load(file.read_text())["about"]) for file in found]


def summary_of(results, name):
    """The summary of an experiment that has been run, in full or else in its short form; None without."""
    return next((file for file in (results / name / "summary.md", results / f"{name}-quick" / "summary.md") if file.is_file()), None)


def picture(results, name):
    """The first figure of an experiment that has been run; None without."""
    summary = summary_of(results, name)
    for found in re.findall(r"!\[[^\]]*\]\(([^)]+\.svg)\)", summary.read_text()) if summary else ():
        if summary.with_name(found).is_file():
            return summary.with_name(found)
    return None


def gallery(top, results):
    lines, subject = [], None
    for name, file, about in experiments(top):
        if file.parent.name != subject:
            subject = file.parent.name
            lines += [f"## {subject.replace('-', ' ').capitalize()}", ""]
        lines += [f"### {name}", "", f"{about}. [The file](../{file.relative_to(top).as_posix()}).", "", "```sh", f"experiments/run {name}", "```", ""]
        if picture(results, name):
            lines += [f"![{about.split(':')[0]}](gallery/{name}.svg)", ""]
        elif summary_of(results, name):
            lines += ["*Tables only.*", ""]
        else:
            lines += ["*Not run in the checkout that this site was built in.*", ""]
    return "\n".join(lines)
