package io.weir.contract.service;

import java.util.List;

/** A service that writes into a list what it is told to do. */
record RecordedService(String name, Health health, List<String> calls) implements Service {

    @Override
    public void start() {
        calls.add("start " + name);
    }

    @Override
    public void close() {
        calls.add("close " + name);
    }
}
