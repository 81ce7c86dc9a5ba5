"""Commands that the tests beside it run."""
import subprocess


def run(words, status=0, **settings):
    """What a command prints, which must end so."""
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=600, check=False, **settings)
    if done.returncode != status:
        raise AssertionError(f"{words}: exit status {done.returncode}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout + done.stderr
