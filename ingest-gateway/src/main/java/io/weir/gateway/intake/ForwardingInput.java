package io.weir.gateway.intake;

import java.util.List;
import java.util.OptionalInt;
import java.util.function.LongSupplier;

/** An input that adds something to another one; all figures are those of the other. */
public abstract class ForwardingInput implements Input {
    private final Input input;

    /** {@code input} closes with this one. */
    protected ForwardingInput(Input input) {
        this.input = input;
    }

    @Override
    public String listens() {
        return input.listens();
    }

    @Override
    public OptionalInt port() {
        return input.port();
    }

    @Override
    public List<LongSupplier> kernelDropsBySocket() {
        return input.kernelDropsBySocket();
    }

    @Override
    public long kernelDrops() {
        return input.kernelDrops();
    }

    @Override
    public int receiveBufferBytes() {
        return input.receiveBufferBytes();
    }

    @Override
    public void close() {
        input.close();
    }
}
