package io.weir.standalone;

import io.weir.contract.service.Service;
import io.weir.writer.WriterConfig;
import io.weir.writer.WriterService;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/**
 * Creates the writer. The settings are accessible, because {@code up} accepts a store of the writer's plugins.
 *
 * @param rules a fixed rule file
 */
record WriterFactory(WriterConfig config, Optional<Path> rules) implements Function<ServiceContext, Service> {
    @Override
    public Service apply(ServiceContext context) {
        StorePlace store = new StorePlace(config.store(), config.token()).or(context.store());
        return new WriterService(
                config.withStore(store.url(), store.token()),
                context.rules("writer", rules),
                context.kafka(),
                context.meters());
    }
}
