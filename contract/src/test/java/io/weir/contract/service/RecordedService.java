package io.weir.contract.service;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** A service that records its calls in a list. */
record RecordedService(String name, Health health, List<String> calls) implements Service {

    @Override
    public void start() {
        calls.add("start " + name);
    }

    @Override
    public Map<String, Supplier<String>> pages() {
        return Map.of("/" + name + "/page", () -> "[]\n");
    }

    @Override
    public void close() {
        calls.add("close " + name);
    }
}
