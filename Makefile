# make run needs Go alone; make test installs the solvers that the tests
# compare with, where it may, and says what it skips.

GO ?= go

# CLP is built in where pkg-config finds it and there are compilers for cgo;
# CGO_ENABLED=0 make … does without.
CLP = $(shell [ "$(CGO_ENABLED)" != 0 ] && pkg-config --exists clp 2>/dev/null \
  && command -v $(CC) >/dev/null && command -v $(CXX) >/dev/null && echo clp)
GO_CLP = CGO_ENABLED=$(if $(CLP),1,$${CGO_ENABLED:-0}) $(GO)
TAGS = $(if $(CLP),-tags clp)

# What make deps installs, as package:program.
SOLVERS := cadical:cadical minisat:minisat picosat:picosat clasp:clasp cryptominisat:cryptominisat5 \
  coinor-cbc:cbc glpk-utils:glpsol pkg-config:pkg-config

.PHONY: build run test test-tags test-long race fuzz lint bench bench-long microbench deps clean

build: ## bin/hubcover and bin/hubcheck
	$(GO_CLP) build -trimpath $(TAGS) -o bin/ ./cmd/hubcover ./cmd/hubcheck

run: build ## solve a shipped instance with the embedded backend
	./bin/hubcover gen library demo --quiet | ./bin/hubcover solve - -q b,chi,chi-prime,front

test: deps ## everything, in a few minutes
	$(GO_CLP) vet $(TAGS) ./...
	$(GO_CLP) test $(TAGS) -timeout 15m ./...

test-tags: ## without cgo, with it, and with each tag: everything builds, and what differs is tested
	@for with in "0 " "1 " $(if $(CLP),"1 -tags=clp"); do \
	  set -- $$with; echo "CGO_ENABLED=$$1 $$2"; \
	  CGO_ENABLED=$$1 $(GO) vet $$2 ./... && CGO_ENABLED=$$1 $(GO) test $$2 ./backends/all ./backends/columns ./encode/packing ./encode/bound \
	  && CGO_ENABLED=$$1 $(GO) test $$2 -run 'Optimisers|Programs' . || exit 1; done

test-long: deps ## exhaustive and slow tests too
	HUBCOVER_LONG=1 $(GO_CLP) test $(TAGS) -count 1 -timeout 3h ./...

race: ## the tests under the race detector (needs a C compiler)
	CGO_ENABLED=1 $(GO) test -race -timeout 30m ./...

FUZZTIME ?= 30s
fuzz: ## every fuzz target for $(FUZZTIME)
	@for pkg in $$($(GO) list ./...); do \
	  for target in $$($(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz'); do \
	    echo "$$pkg $$target"; \
	    $(GO) test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) $$pkg || exit 1; \
	  done; \
	done

lint: ## gofmt, vet, staticcheck
	@test -z "$$(gofmt -l .)" || { gofmt -l .; echo 'run gofmt -w on these'; exit 1; }
	$(GO) vet ./...
	$(GO) run honnef.co/go/tools/cmd/staticcheck@v0.8.2 ./...

BENCH := $(GO) run ./cmd/hubcover/internal/bench
bench: ## hubcover beside plain baselines on some 40 instances, ten minutes on two cores
	$(BENCH) -suite short -limit 20s -jobs 2 $(BENCHFLAGS)

bench-long: ## the same on every family, ten seeds each, up to 120 s a tool: a night or more
	$(BENCH) -suite long -seeds 0-9 -limit 120s -jobs 2 $(BENCHFLAGS)

microbench: ## Go benchmarks
	$(GO) test -run '^$$' -bench . -benchmem ./...

deps: ## Debian's solvers and CLP, where they can be installed
	@missing=; for s in $(SOLVERS); do \
	  command -v $${s#*:} >/dev/null 2>&1 || missing="$$missing $${s%:*}"; done; \
	pkg-config --exists clp 2>/dev/null || missing="$$missing coinor-libclp-dev"; \
	if [ -z "$$missing" ]; then exit 0; fi; \
	if command -v apt-get >/dev/null 2>&1 && [ "$$(id -u)" = 0 ]; then \
	  apt-get update -qq; \
	  for p in $$missing; do apt-get install -y -qq $$p >/dev/null \
	    || echo "deps: could not install $$p: tests that need it are skipped"; done; \
	else \
	  echo "deps: no right to install$$missing here: tests that need them are skipped"; \
	fi

clean:
	rm -rf bin
