package io.weir.contract.rulebook;

import io.weir.contract.rule.Rules;
import io.weir.contract.service.Health;
import io.weir.contract.service.Service;
import io.weir.contract.streams.StreamsRunner;

/** A service that runs one topology and the rules that the topology reads. */
public abstract class StreamsService implements Service {
    private final String name;
    private final Rules rules;
    private final StreamsRunner runner;

    /**
     * Connects to nothing before {@link #start}.
     *
     * @param rules started and closed by this service
     */
    protected StreamsService(String name, Rules rules, StreamsRunner runner) {
        this.name = name;
        this.rules = rules;
        this.runner = runner;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final void start() {
        runner.start(rules::start);
    }

    @Override
    public final Health health() {
        return runner.health();
    }

    @Override
    public final void close() {
        rules.close();
        runner.close();
    }
}
