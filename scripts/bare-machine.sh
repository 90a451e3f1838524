#!/usr/bin/env bash
# Runs the README's commands on a system without other software: a minimal Debian in a chroot, with only Node and npm
# (no browser, no fonts, no git), as an ordinary user, with the files of the last commit.
#
#   scripts/bare-machine.sh                what depends on the machine: install, build, elements and the shop in the packed browser, npm start
#   scripts/bare-machine.sh npm test       another command
#
# Exit status 77 means skipped: it needs Linux, root, apt and namespaces. Processes and mounts live in namespaces that end with it.
set -euo pipefail
cd "$(dirname "$0")/.."

# `npm test` has tested the rest on this machine.
DEFAULT='npm run pretest && npm run build && npx --no-install wtr --files "test/components/**/loyalty-balance.test.ts" &&
  npx --no-install vitest run --project built test/e2e/packed-browser.test.ts test/e2e/page.test.ts -t "browser of the tests|no layout shift" &&
  npm_start_answers'

skip() {
  echo "Skipped: the bare machine $1."
  exit 77
}

# Inside the chroot: runs `npm start` until its shop answers. Its processes end with the namespace.
npm_start_answers() {
  local log=~/start.log address='' started
  npm start >"$log" 2>&1 &
  started=$!
  for _ in $(seq 300); do
    address=$(sed -n 's/.*is open: *\(http[^ ]*\).*/\1/p' "$log")
    if [ -n "$address" ] || ! kill -0 "$started" 2>/dev/null; then break; fi
    sleep 1
  done
  cat "$log"
  node -e 'fetch(process.argv[1]).then(({ ok }) => process.exit(ok ? 0 : 1))' "$address" &&
    echo "npm start: $address answers."
}

# In the namespaces: installs the system in $1 and runs the command $2 in it.
if [ "${BARE_MACHINE_INSIDE:-}" = yes ]; then
  system=$1 command=$2
  timeout 900 debootstrap --variant=minbase "$BARE_CODENAME" "$system" "$BARE_MIRROR" >"$system.log" 2>&1 || {
    tail -n 3 "$system.log"
    exit 77
  }
  cp -L "$(command -v node)" "$system/usr/local/bin/"
  cp -RL "$(dirname "$(dirname "$(realpath "$(command -v npm)")")")" "$system/usr/local/lib/npm"
  for name in npm npx; do ln -s "../lib/npm/bin/$name-cli.js" "$system/usr/local/bin/$name"; done
  # How this machine reaches the package registry.
  cp -L /etc/hosts /etc/resolv.conf "$system/etc/"
  certificates=${NODE_EXTRA_CA_CERTS:-/dev/null}
  cp -L "$certificates" "$system/etc/certificates.pem" 2>/dev/null || : >"$system/etc/certificates.pem"

  mount -t proc proc "$system/proc"
  mount -t tmpfs -o mode=755 tmpfs "$system/dev"
  for device in null zero full random urandom tty; do
    : >"$system/dev/$device"
    mount --bind "/dev/$device" "$system/dev/$device"
  done
  ln -s /proc/self/fd "$system/dev/fd"
  mkdir -m 1777 "$system/dev/shm"

  chroot "$system" useradd --create-home --shell /bin/bash user
  mkdir "$system/home/user/project"
  git archive HEAD | tar -x -C "$system/home/user/project"
  echo "registry=$BARE_REGISTRY" >"$system/home/user/.npmrc"
  chroot "$system" chown -R user:user /home/user
  chroot --userspec=user:user "$system" node --version >/dev/null 2>&1 || exit 76

  exec chroot --userspec=user:user --groups=user "$system" env -i \
    HOME=/home/user USER=user PATH=/usr/local/bin:/usr/bin:/bin LANG=C.UTF-8 NODE_EXTRA_CA_CERTS=/etc/certificates.pem \
    HTTPS_PROXY="${HTTPS_PROXY:-}" HTTP_PROXY="${HTTP_PROXY:-}" NO_PROXY="${NO_PROXY:-}" \
    bash -c "$(declare -f npm_start_answers); cd ~/project && $command" </dev/null
fi

[ "$(uname)" = Linux ] || skip 'needs Linux'
[ "$(id -u)" = 0 ] || skip 'needs root, to make a chroot'
command -v apt-get >/dev/null || skip 'needs apt'
unshare --mount --pid --fork --mount-proc true 2>/dev/null || skip 'needs mount and process namespaces, which are refused here'
command -v debootstrap >/dev/null ||
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends debootstrap; } >/dev/null 2>&1 ||
  skip 'needs debootstrap, which could not be installed'
BARE_MIRROR=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | head -n 1)
BARE_CODENAME=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
BARE_REGISTRY=$(npm config get registry 2>/dev/null)
export BARE_MIRROR BARE_CODENAME BARE_REGISTRY BARE_MACHINE_INSIDE=yes
[ -n "$BARE_MIRROR" ] && [ -n "$BARE_CODENAME" ] || skip 'needs a Debian mirror in the settings of apt'

folder=$(mktemp -d)
remove() { rm -rf --one-file-system "$folder" 2>/dev/null; }
# Again when a process that was just killed wrote a last file.
trap 'remove || { sleep 1; remove; }' EXIT
mkdir "$folder/system"
unshare --mount --propagation private --pid --fork --kill-child --mount-proc \
  scripts/bare-machine.sh "$folder/system" "${*:-$DEFAULT}" &
namespaces=$!
# Killed, it takes all processes of the namespaces with it; it ignores other signals.
trap 'kill -KILL $namespaces' INT TERM
status=0
wait $namespaces || status=$?
[ $status = 77 ] && skip 'could not be set up: see above'
[ $status = 76 ] && skip 'cannot run the Node of this machine: it needs libraries of its own'
exit $status
