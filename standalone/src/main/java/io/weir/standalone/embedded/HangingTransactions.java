package io.weir.standalone.embedded;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.AbortTransactionSpec;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.DescribeProducersResult.PartitionProducerState;
import org.apache.kafka.clients.admin.DescribeTransactionsResult;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TransactionalIdNotFoundException;
import org.apache.kafka.common.internals.Topic;
import org.apache.kafka.common.utils.Utils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Aborts transactions that are open in a partition although the coordinator does not know them.
 * Otherwise they would never end, and consumers that read only committed records would wait forever.
 *
 * <p>A machine that loses power leaves such transactions: Kafka does not force its files, so that
 * the end of {@code __transaction_state} may be lost while records of a transaction are kept.
 */
final class HangingTransactions {
    private static final Logger LOG = LoggerFactory.getLogger(HangingTransactions.class);

    private static final int ANSWER_WITHIN_MILLIS = 10_000;
    /** In these states the coordinator will end the transaction in all of its partitions. */
    private static final Set<TransactionState> ENDING =
            Set.of(TransactionState.ONGOING, TransactionState.PREPARE_COMMIT, TransactionState.PREPARE_ABORT);

    private final Admin admin;

    private HangingTransactions(Admin admin) {
        this.admin = admin;
    }

    /** A transaction of a producer that has not ended in a partition. */
    private record Open(TopicPartition partition, ProducerState producer) {

        /** Whether the coordinator will end it. */
        boolean isKnownAs(TransactionDescription transaction) {
            return transaction.producerId() == producer.producerId()
                    // After a loss of power, the coordinator may know an earlier one of this producer.
                    && transaction.producerEpoch() >= producer.producerEpoch()
                    && transaction.topicPartitions().contains(partition)
                    && ENDING.contains(transaction.state());
        }

        AbortTransactionSpec abort() {
            return new AbortTransactionSpec(
                    partition,
                    producer.producerId(),
                    (short) producer.producerEpoch(),
                    producer.coordinatorEpoch().orElse(0));
        }
    }

    /**
     * Aborts them before a client connects to the only broker. A failure is logged: the start
     * continues, and {@code weir doctor} reports transactions that stay open.
     */
    static void abort(String bootstrap) {
        try (Admin admin = Admin.create(Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap,
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, ANSWER_WITHIN_MILLIS,
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, ANSWER_WITHIN_MILLIS))) {
            new HangingTransactions(admin).abort();
        } catch (ExecutionException e) {
            LOG.warn("kafka      does not say whether transactions of an earlier run are open: {}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void abort() throws ExecutionException, InterruptedException {
        List<Open> open = open(partitions());
        if (open.isEmpty()) {
            return;
        }
        Collection<TransactionDescription> known = known();
        Set<Open> hanging = open.stream()
                .filter(each -> known.stream().noneMatch(each::isKnownAs))
                .collect(Collectors.toCollection(HashSet::new));
        // The coordinator may have ended some between the two questions.
        hanging.retainAll(open(hanging.stream().map(Open::partition).toList()));
        for (Open each : hanging) {
            abort(each);
        }
    }

    /** One that fails does not keep the others open. */
    private void abort(Open hanging) throws InterruptedException {
        long offset = hanging.producer.currentTransactionStartOffset().orElseThrow();
        try {
            admin.abortTransaction(hanging.abort()).all().get();
            LOG.warn(
                    "kafka      aborted the transaction from offset {} of {}: an earlier run ended without its end",
                    offset,
                    hanging.partition);
        } catch (ExecutionException e) {
            LOG.warn(
                    "kafka      cannot abort the transaction from offset {} of {}: {}; weir doctor names the command",
                    offset,
                    hanging.partition,
                    e.getMessage());
        }
    }

    private List<TopicPartition> partitions() throws ExecutionException, InterruptedException {
        Set<String> topics = admin.listTopics(new ListTopicsOptions().listInternal(true))
                .names()
                .get();
        return admin.describeTopics(topics).allTopicNames().get().values().stream()
                .flatMap(topic ->
                        topic.partitions().stream().map(each -> new TopicPartition(topic.name(), each.partition())))
                .toList();
    }

    private List<Open> open(Collection<TopicPartition> partitions) throws ExecutionException, InterruptedException {
        List<Open> open = new ArrayList<>();
        Map<TopicPartition, PartitionProducerState> states =
                admin.describeProducers(partitions).all().get();
        states.forEach((partition, state) -> state.activeProducers().stream()
                .filter(producer -> producer.currentTransactionStartOffset().isPresent())
                .forEach(producer -> open.add(new Open(partition, producer))));
        return open;
    }

    private Collection<TransactionDescription> known() throws ExecutionException, InterruptedException {
        awaitCoordinators();
        ListTransactionsOptions ending = new ListTransactionsOptions().filterStates(ENDING);
        List<String> ids = admin.listTransactions(ending).all().get().stream()
                .map(TransactionListing::transactionalId)
                .toList();
        return admin.describeTransactions(ids).all().get().values();
    }

    /**
     * Returns when all coordinators have read their state: a list of transactions silently omits
     * those of the others. A question about an unknown transaction waits for its coordinator.
     */
    private void awaitCoordinators() throws ExecutionException, InterruptedException {
        int coordinators =
                admin
                        .describeTopics(List.of(Topic.TRANSACTION_STATE_TOPIC_NAME))
                        .allTopicNames()
                        .get()
                        .values()
                        .stream()
                        .mapToInt(topic -> topic.partitions().size())
                        .sum();
        List<String> ids = IntStream.range(0, coordinators)
                .mapToObj(each -> idOf(each, coordinators))
                .toList();
        DescribeTransactionsResult described = admin.describeTransactions(ids);
        for (String id : ids) {
            try {
                described.description(id).get();
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof TransactionalIdNotFoundException)) {
                    throw e;
                }
            }
        }
    }

    /** An id that belongs to this coordinator. */
    private static String idOf(int coordinator, int coordinators) {
        return IntStream.iterate(0, i -> i + 1)
                .mapToObj(i -> "weir-unknown-" + i)
                .filter(id -> Utils.abs(id.hashCode()) % coordinators == coordinator)
                .findFirst()
                .orElseThrow();
    }
}
