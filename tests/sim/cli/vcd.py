"""A small reader of value change dumps (IEEE 1364, section 18): scopes, variables, times, values."""


def read(text):
    """Names with their scopes, joined by dots, and for each time in order the values (whole numbers) from then on."""
    header, _, body = text.partition("$enddefinitions")
    names, scopes = {}, []
    words = header.split()
    for at, word in enumerate(words):
        if word == "$scope":
            scopes.append(words[at + 2])
        elif word == "$upscope":
            scopes.pop()
        elif word == "$var":
            names.setdefault(words[at + 3], []).append(".".join([*scopes, words[at + 4]]))
    if scopes:
        raise ValueError("a scope without its end")
    values, steps = {}, []
    body = body.partition("$end")[2]
    while "$comment" in body:
        before, _, rest = body.partition("$comment")
        body = before + rest.partition("$end")[2]
    for line in body.splitlines():
        if line.startswith("#"):
            steps.append((int(line[1:]), values))
            values = dict(values)
            steps[-1] = (steps[-1][0], values)
        elif line[:1] in ("0", "1"):
            values.update((name, int(line[0])) for name in names[line[1:].strip()])
        elif line[:1] == "b":
            value, code = line[1:].split()
            values.update((name, int(value, 2)) for name in names[code])
        elif line and not line.startswith("$"):
            raise ValueError(f"not understood: {line}")
    return names, steps


def by_cycle(text, cycles):
    """The values after each cycle: a cycle is ten units of time, and what happens in it is seen from its middle on."""
    _, steps = read(text)
    found, at = [], 0
    for cycle in range(cycles):
        while at + 1 < len(steps) and steps[at + 1][0] <= 10 * cycle + 5:
            at += 1
        found.append(steps[at][1])
    return found
