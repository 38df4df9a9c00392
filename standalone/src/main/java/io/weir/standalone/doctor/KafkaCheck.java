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
        findings.add(Finding.ok(about(kafka), facts.brokers() + " brokers"));
        findings.addAll(TopicsCheck.of(kafka.declarations(), facts.topics(), facts.brokers()));
        findings.addAll(ofTransactions(facts.transactions()));
        service.ifPresent(name -> {
            String rights = "rights of " + name;
            String us = kafka.principal().orElse("this client");
            facts.missing()
                    .forEach(right -> findings.add(Finding.error(
                            rights,
                            us + " may not " + right.verbs() + " " + right.resource(),
                            "as an administrator, run weir acls " + name + " --apply")));
            if (facts.missing().isEmpty()) {
                findings.add(Finding.ok(rights, us + " has all of them"));
            }
        });
        return findings;
    }

    private static List<Finding> ofTransactions(List<OpenTransaction> open) {
        return open.isEmpty()
                ? List.of(Finding.ok("transactions", "none stays open"))
                : open.stream().map(KafkaCheck::ofTransaction).toList();
    }

    /** A transaction that its coordinator has skipped; Kafka's own tool can end it. */
    private static Finding ofTransaction(OpenTransaction open) {
        String topic = open.partition().topic();
        int partition = open.partition().partition();
        return Finding.error(
                "transactions",
                "the one from offset " + open.startOffset() + " of " + open.partition()
                        + " has been open for longer than "
                        + OpenTransactions.LONGEST.toSeconds()
                        + " s: alarming, or a reader of its topics, waits for its end",
                "abort it: kafka-transactions.sh --bootstrap-server HOST:PORT abort --topic " + topic + " --partition "
                        + partition + " --start-offset " + open.startOffset());
    }

    /** The finding for a Kafka that failed to answer. */
    static Finding of(KafkaSettings kafka, KafkaException failure) {
        return failure instanceof AuthenticationException
                ? Finding.error(
                        about(kafka),
                        "does not let " + kafka.principal().orElse("this client") + " in: " + failure.getMessage(),
                        "correct kafka.user (WEIR_KAFKA_USER) and its password, or kafka.tls")
                : Finding.error(
                        about(kafka),
                        "does not answer: " + failure.getMessage(),
                        "start it, or name another with --bootstrap (WEIR_KAFKA_BOOTSTRAP)");
    }

    private static String about(KafkaSettings kafka) {
        return "Kafka " + kafka.bootstrap();
    }
}
