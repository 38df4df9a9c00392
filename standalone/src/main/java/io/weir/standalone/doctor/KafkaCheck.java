package io.weir.standalone.doctor;

import io.weir.contract.service.KafkaSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;

/** Whether Kafka answers, its topics are as declared, and a service has its rights. */
final class KafkaCheck {
    private KafkaCheck() {}

    /** Findings from the facts of a Kafka that answered. */
    static List<Finding> of(KafkaSettings kafka, KafkaFacts facts, Optional<String> service) {
        List<Finding> findings = new ArrayList<>();
        findings.add(Finding.fine(about(kafka), facts.brokers() + " brokers"));
        findings.addAll(TopicsCheck.of(kafka.declarations(), facts.topics(), facts.brokers()));
        findings.addAll(ofTransactions(facts.transactions()));
        service.ifPresent(name -> {
            String rights = "rights of " + name;
            String us = kafka.principal().orElse("this client");
            facts.missing()
                    .forEach(right -> findings.add(Finding.broken(
                            rights,
                            us + " may not " + right.verbs() + " " + right.resource(),
                            "whoever may gives it to them: weir acls " + name + " --apply")));
            if (facts.missing().isEmpty()) {
                findings.add(Finding.fine(rights, us + " has them all"));
            }
        });
        return findings;
    }

    private static List<Finding> ofTransactions(List<OpenTransaction> open) {
        return open.isEmpty()
                ? List.of(Finding.fine("transactions", "none is seen that stays open"))
                : open.stream().map(KafkaCheck::ofTransaction).toList();
    }

    /** A transaction that its coordinator has skipped; Kafka's own tool can end it. */
    private static Finding ofTransaction(OpenTransaction open) {
        String topic = open.partition().topic();
        int partition = open.partition().partition();
        return Finding.broken(
                "transactions",
                "that from offset " + open.startOffset() + " of " + open.partition() + " on has been open for longer"
                        + " than " + OpenTransactions.LONGEST.toSeconds()
                        + " s: alarming, or who reads its topics, waits for its end",
                "give it one: kafka-transactions.sh --bootstrap-server HOST:PORT abort --topic " + topic
                        + " --partition " + partition + " --start-offset " + open.startOffset());
    }

    /** The finding for a Kafka that failed to answer. */
    static Finding of(KafkaSettings kafka, KafkaException failure) {
        return failure instanceof AuthenticationException
                ? Finding.broken(
                        about(kafka),
                        "does not let " + kafka.principal().orElse("this client") + " in: " + failure.getMessage(),
                        "correct kafka.user (WEIR_KAFKA_USER) and its password, or kafka.tls")
                : Finding.broken(
                        about(kafka),
                        "does not answer: " + failure.getMessage(),
                        "start it, or name another with --bootstrap (WEIR_KAFKA_BOOTSTRAP)");
    }

    private static String about(KafkaSettings kafka) {
        return "Kafka " + kafka.bootstrap();
    }
}
