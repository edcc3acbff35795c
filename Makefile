# make run needs Go alone; make test installs the solvers that the tests
# compare with, where it may, and says what it skips.

GO      ?= go
SOLVERS := cadical minisat picosat clasp cryptominisat
export CGO_ENABLED ?= 0

.PHONY: build run test test-long race fuzz lint bench bench-long microbench deps clean

build: ## bin/hubcover and bin/hubcheck
	$(GO) build -trimpath -o bin/ ./cmd/hubcover ./cmd/hubcheck

run: build ## solve a shipped instance with the embedded backend
	./bin/hubcover gen library demo --quiet | ./bin/hubcover solve - -q b,chi,chi-prime,front

test: deps ## everything, in a few minutes
	$(GO) vet ./...
	$(GO) test -timeout 15m ./...

test-long: deps ## exhaustive and slow tests too
	HUBCOVER_LONG=1 $(GO) test -count 1 -timeout 3h ./...

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

deps: ## Debian's SAT solvers, where they can be installed
	@missing=; for s in $(SOLVERS); do \
	  case $$s in cryptominisat) c=cryptominisat5;; *) c=$$s;; esac; \
	  command -v $$c >/dev/null 2>&1 || missing="$$missing $$s"; done; \
	if [ -z "$$missing" ]; then exit 0; fi; \
	if command -v apt-get >/dev/null 2>&1 && [ "$$(id -u)" = 0 ]; then \
	  apt-get update -qq && apt-get install -y -qq $$missing >/dev/null \
	    || echo "deps: could not install$$missing: tests that need them are skipped"; \
	else \
	  echo "deps: no right to install$$missing here: tests that need them are skipped"; \
	fi

clean:
	rm -rf bin
