package io.weir.contract.streams;

import static java.util.Objects.requireNonNull;

import io.weir.contract.topic.Rejection;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.streams.errors.DeserializationExceptionHandler;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.ProcessingExceptionHandler;
import org.apache.kafka.streams.errors.ProductionExceptionHandler;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Keeps stream threads alive whatever a record contains: a bad record is counted, stored in
 * {@code metrics.rejected} if it has a value, and skipped. Errors of Kafka or of a state store are not the record's
 * fault. They end the thread, so that no record is skipped.
 *
 * <p>A record that Kafka refuses, output or state, also ends the thread: skipping it would lose
 * output or mix state of different times. Producers must bound the size of output that input can
 * cause ({@link BoundedProcessor}).
 *
 * <p>Kafka Streams creates several instances; each finds the shared object in the configuration
 * under {@link #SHARED}.
 */
public final class BadRecordHandler
        implements DeserializationExceptionHandler, ProcessingExceptionHandler, ProductionExceptionHandler {

    /** The setting with which {@link StreamsRunner} passes {@link BadRecords}. */
    static final String SHARED = "weir.bad.records";

    private @Nullable BadRecords shared;

    @Override
    public void configure(Map<String, ?> configs) {
        shared = (BadRecords) configs.get(SHARED);
    }

    @Override
    public DeserializationExceptionHandler.Response handleError(
            ErrorHandlerContext context, ConsumerRecord<byte[], byte[]> record, Exception e) {
        return DeserializationExceptionHandler.Response.resume(reject("deserialization", context, record.value(), e));
    }

    @Override
    public ProcessingExceptionHandler.Response handleError(
            ErrorHandlerContext context, @Nullable Record<?, ?> record, Exception e) {
        if (e instanceof KafkaException) {
            return ProcessingExceptionHandler.Response.fail();
        }
        return ProcessingExceptionHandler.Response.resume(reject("processing", context, context.sourceRawValue(), e));
    }

    @Override
    public ProductionExceptionHandler.Response handleError(
            ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception e) {
        return e instanceof RetriableException
                ? ProductionExceptionHandler.Response.retry()
                : ProductionExceptionHandler.Response.fail();
    }

    private List<ProducerRecord<byte[], byte[]>> reject(
            String step, ErrorHandlerContext context, byte @Nullable [] value, Exception e) {
        BadRecords records = requireNonNull(shared);
        records.count(step, context, e);
        if (value == null) {
            return List.of();
        }
        Rejection why = new Rejection(records.service(), step + "-failed: " + e, records.source(context), -1);
        return List.of(why.of(value, records.topics(), Math.max(0, context.timestamp())));
    }
}
