# Fresnel. `make run` and `make test` do all set-up on a machine that has a Swift toolchain.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

export SWIFT ?= swift
# sudo passes FRESNEL_TRAITS on to nobody, and root is to install what the person built.
ifneq ($(and $(SUDO_USER),$(filter install,$(MAKECMDGOALS))),)
  ifeq ($(FRESNEL_TRAITS),)
    export FRESNEL_TRAITS := $(shell cat .build/traits 2>/dev/null)
  endif
endif
# The search window is built where GTK is. An argument of make gets to recipes alone, not to what $(shell) runs.
TRAITS = --traits $(or $(FRESNEL_TRAITS),$(shell Scripts/traits.sh))
# Debug builds have the engine optimized: tests run most of their time in it (Package.swift).
export FRESNEL_OPTIMIZED ?= 1
FRESNEL := .build/release/fresnel
FRESNELD := .build/release/fresneld
DESKTOP := .build/release/fresnel-desktop
WINDOW := .build/release/fresnel-window .build/release/fresnel-window-gtk
CLOUD := .build/release/fresnel-cloud
# Programs that are installed run where there is no toolchain, so they contain the Swift run time.
RELEASE = $(SWIFT) build $(TRAITS) --configuration release --static-swift-stdlib --product
# What the program is built from: when none of it is newer than the program, `make run` starts at once.
PROGRAM_SOURCES := Package.swift $(shell find Sources -type f -not -path 'Sources/TestSupport/*')

# Where a person sees the window: in a build with it, on a display.
HAS_WINDOW = $(and $(findstring Desktop,$(TRAITS)),$(DISPLAY)$(WAYLAND_DISPLAY))

.PHONY: FORCE help libraries setup run window test torture soak tsan fuzz fuzz-replay lint format generate bench bench-relevance growth bench-peers docs coverage install uninstall check-install install-cloud uninstall-cloud deb deb-check clean

help: ## Say what each target does
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "  make %-15s %s\n", $$1, $$2 }'

# GTK is 88 packages: nothing installs it but what asks for the window by name and, on a display, `make setup`;
# FRESNEL_TRAITS says whether it is wanted.
INSTALL_GTK = [ -n "$${FRESNEL_TRAITS:-}" ] || Scripts/install-libraries.sh --window || \
  echo "There is no GTK 4: the search window is not built."

libraries:
	@Scripts/install-libraries.sh

setup: libraries ## Install the system libraries that are missing; those of the window where there is a display
	@[ -z "$${DISPLAY:-}$${WAYLAND_DISPLAY:-}" ] || $(INSTALL_GTK)

run: libraries $(FRESNEL) $(if $(HAS_WINDOW),$(FRESNELD) $(WINDOW)) ## Build, index what this machine holds, open the search
	@Scripts/run.sh

window: libraries ## Install GTK 4 where it is missing, build, show the search window
	@$(INSTALL_GTK)
	@$(MAKE) --no-print-directory $(FRESNELD) $(WINDOW)
	@.build/release/fresnel-window --toggle

# Written when GTK has come or gone, so that programs are built anew then.
.build/traits: FORCE
	@mkdir -p .build
	@Scripts/traits.sh | cmp -s - $@ || Scripts/traits.sh >$@

$(FRESNEL) $(FRESNELD) $(DESKTOP) $(WINDOW) $(CLOUD): .build/release/%: $(PROGRAM_SOURCES) .build/traits
	@Scripts/install-libraries.sh
	$(RELEASE) $*
	@touch $@

test: ## Run all tests; those of apps also through the codec and over the daemon
	@Scripts/install-libraries.sh dbus-daemon
	$(SWIFT) build $(TRAITS) --build-tests
	@Scripts/run-tests.sh
	@for program in chromium chromium-browser google-chrome; do command -v $$program >/dev/null && exit 0; done; \
	  printf '\n*** SKIPPED: no page was tested in a browser, as there is no Chromium. ***\n*** Install it, as with Scripts/install-libraries.sh chromium, and run make test again. ***\n\n'
	@[[ $$(Scripts/traits.sh) == *Desktop* ]] && command -v Xvfb >/dev/null && command -v xdotool >/dev/null || \
	  printf '\n*** SKIPPED: the search window was not tested, as there is no GTK 4, Xvfb or xdotool. ***\n*** Install them, as with Scripts/install-libraries.sh --window-tests, and run make test again. ***\n\n'

# In a release build, for every storage call is failed in every way, and every byte flipped.
ROUNDS ?= 5000
TORTURE ?= (Kill|Fault|Damage|Acknowledgement)Tests
torture: libraries ## Kill a writing process ROUNDS times (5000), try every fault and every damage
	FRESNEL_TORTURE=1 FRESNEL_KILL_ROUNDS=$(ROUNDS) $(SWIFT) test $(TRAITS) --configuration release \
	  -Xswiftc -enable-testing --filter '$(TORTURE)'

MINUTES ?= 120
SOAK ?= StoreSoakTests DaemonSoakTests
soak: libraries ## Random operations on stores, then trouble for the daemon, each for MINUTES (120)
	@$(SWIFT) build $(TRAITS) --build-tests --configuration release -Xswiftc -enable-testing
	for suite in $(SOAK); do FRESNEL_SOAK_MINUTES=$(MINUTES) $(SWIFT) test $(TRAITS) --skip-build \
	  --configuration release -Xswiftc -enable-testing --filter $$suite || exit; done

tsan: libraries ## Run readers and writers under ThreadSanitizer
	@Scripts/tsan.sh

fuzz: libraries ## Give every decoder damaged bytes, for FUZZ_SECONDS (20) each or FUZZ_TOTAL for all
	@Scripts/fuzz.sh

fuzz-replay: libraries ## Give every decoder its seeds, and what one once failed on
	@FUZZ_SECONDS=0 Scripts/fuzz.sh

lint: ## Check formatting, generated files and that nothing warns
	@Scripts/install-libraries.sh python3
	@Scripts/lint.sh

format: ## Format all Swift files in place
	$(SWIFT) format format --in-place --recursive Sources Tests Benchmarks/Sources Benchmarks/Package.swift \
	  Benchmarks/Growth/Sources/Growth Benchmarks/Growth/Package.swift Examples \
	  Fuzz/Sources/Fuzz Fuzz/Package.swift Package.swift

generate: ## Write the generated sources again from their tables
	python3 Scripts/generate_attributes.py
	python3 Scripts/generate_content_types.py
	python3 Scripts/generate_frequent_words.py
	python3 Scripts/generate_known_words.py
	python3 Scripts/generate_readings.py
	python3 Scripts/generate_vocabulary.py

# Options go into BENCH, as in `make bench BENCH="--quick"`. It contains the Swift run time as the programs do.
bench: libraries ## Measure this engine beside its peers, in a release build
	$(SWIFT) run --package-path Benchmarks --configuration release --static-swift-stdlib fresnel-bench $(BENCH)

# Options go into RELEVANCE, as in `make bench-relevance RELEVANCE="--only known"`.
bench-relevance: libraries ## Measure what is found for typed text, and write Documentation/Relevance.md
	$(SWIFT) run --package-path Benchmarks --configuration release --static-swift-stdlib fresnel-bench relevance $(RELEVANCE)

# One parser or decoder: make growth GROWTH=query
growth: libraries ## Show how the time of every parser and decoder grows with its input
	$(SWIFT) run --package-path Benchmarks/Growth --configuration release Growth $(GROWTH)

bench-peers: ## Install the engines that `make bench` compares with
	@Benchmarks/Peers/install.sh

docs: libraries ## Build the documentation of the public modules into .build/documentation
	@Scripts/build-docs.sh

coverage: ## Write Documentation/api/coverage.md from the symbol graphs
	python3 Scripts/api_coverage.py

PREFIX ?= /usr/local
install: $(FRESNEL) $(FRESNELD) $(DESKTOP) $(WINDOW) ## Install programs, units, manual pages and completions below PREFIX
	@Scripts/install.sh "$(PREFIX)"

uninstall: ## Remove from below PREFIX what install put there
	@Scripts/install.sh --remove "$(PREFIX)"

check-install: ## Install a release build aside, check that it runs without a toolchain, remove it
	@Scripts/check-installation.sh

install-cloud: libraries ## Install fresnel-cloud with its units, manual page and completions below PREFIX
	$(RELEASE) fresnel-cloud
	@Scripts/install-cloud.sh "$(PREFIX)"

uninstall-cloud: ## Remove from below PREFIX what install-cloud put there
	@Scripts/install-cloud.sh --remove "$(PREFIX)"

deb: libraries $(FRESNEL) $(FRESNELD) $(DESKTOP) $(WINDOW) $(CLOUD) ## Make Debian packages, and say where they are
	@Scripts/install-libraries.sh --packages
	@Scripts/make-packages.sh

# As root and with a mirror of Debian in reach; else it says what it leaves out.
deb-check: ## Check the packages of `make deb`, and use them in a fresh Debian
	@Scripts/check-packages.sh

clean: ## Remove what the builds made
	rm -rf .build Benchmarks/.build Benchmarks/Growth/.build Fuzz/.build
