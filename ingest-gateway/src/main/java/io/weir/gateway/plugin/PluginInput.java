package io.weir.gateway.plugin;

import io.weir.contract.service.StartException;
import io.weir.gateway.intake.ForwardingInput;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.setting.InputSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The settings of an input of a plugin. An exception of the plugin stops the start when the input
 * opens; the error names the plugin. When the input closes, an exception is logged, and the other
 * inputs close too.
 */
record PluginInput(String plugin, InputSettings settings) implements InputSettings {
    private static final Logger LOG = LoggerFactory.getLogger(PluginInput.class);

    @Override
    public String name() {
        return settings.name();
    }

    @Override
    public int threads() {
        return settings.threads();
    }

    @Override
    public Input open(Intakes intakes) {
        try {
            return new Opened(settings.open(intakes));
        } catch (StartException e) {
            throw e;
        } catch (RuntimeException | LinkageError e) {
            throw new StartException("input " + name() + " of the plugin " + plugin + " cannot be opened: " + e, e);
        }
    }

    /** The open input. */
    private final class Opened extends ForwardingInput {
        Opened(Input input) {
            super(input);
        }

        @Override
        public void close() {
            try {
                super.close();
            } catch (RuntimeException | LinkageError e) {
                LOG.error("input {} of the plugin {} failed while closing", name(), plugin, e);
            }
        }
    }
}
