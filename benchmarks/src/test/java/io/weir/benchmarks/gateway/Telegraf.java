package io.weir.benchmarks.gateway;

import io.weir.benchmarks.harness.Child;
import io.weir.benchmarks.harness.KafkaProcess;
import io.weir.benchmarks.harness.TemporaryDirectory;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.IntFunction;

/**
 * Starts Telegraf with one input. It writes to Kafka, by its design one record per metric. Each
 * input has a topic of its own.
 *
 * @param program its executable
 */
record Telegraf(Path program, KafkaProcess kafka) {
    private static final Blast PROBE = new Blast(10, 10, 1, 1, 0);
    private static final long LOOK_EVERY_MILLIS = 50;

    /** Receives lines over UDP. */
    Peer lines() throws IOException, InterruptedException {
        int port = FreePorts.next();
        String input = """
                [[inputs.socket_listener]]
                  service_address = "udp://127.0.0.1:%d"
                  read_buffer_size = "%dB"
                  data_format = "influx"
                """.formatted(port, Sink.RECEIVE_BUFFER_BYTES);
        String topic = "telegraf-lines";
        return start(input, topic, new RecordTopic(kafka, topic), blast -> blast.send(port));
    }

    /** Receives Graphite's plaintext protocol over TCP. */
    Peer graphite(IntFunction<MessageSender> sender) throws IOException, InterruptedException {
        int port = FreePorts.next();
        String input = """
                [[inputs.socket_listener]]
                  service_address = "tcp://127.0.0.1:%d"
                  data_format = "graphite"
                """.formatted(port);
        String topic = "telegraf-graphite";
        return start(input, topic, new RecordTopic(kafka, topic), sender.apply(port));
    }

    /** Adds the counters of StatsD up, and writes the sums every second. */
    Peer statsd(IntFunction<MessageSender> sender) throws IOException, InterruptedException {
        int port = FreePorts.next();
        String input = """
                [[inputs.statsd]]
                  interval = "1s"
                  service_address = "127.0.0.1:%d"
                  read_buffer_size = %d
                  datadog_extensions = true
                """.formatted(port, Sink.RECEIVE_BUFFER_BYTES);
        String topic = "telegraf-statsd";
        return start(input, topic, new CounterTopic(kafka, topic), sender.apply(port));
    }

    /** Reads lines from a topic of an MQTT broker. */
    Peer mqtt(int brokerPort, String mqttTopic, MessageSender sender) throws IOException, InterruptedException {
        String input = """
                [[inputs.mqtt_consumer]]
                  servers = ["tcp://127.0.0.1:%d"]
                  topics = ["%s"]
                  topic_tag = ""
                  qos = 1
                  data_format = "influx"
                """.formatted(brokerPort, mqttTopic);
        String topic = "telegraf-mqtt";
        return start(input, topic, new RecordTopic(kafka, topic), sender);
    }

    private Peer start(String input, String topic, Destination destination, MessageSender sender)
            throws IOException, InterruptedException {
        TemporaryDirectory directory = TemporaryDirectory.create();
        Path config = directory.path().resolve("telegraf.conf");
        Files.writeString(config, """
                [agent]
                  omit_hostname = true
                  metric_batch_size = 10000
                  metric_buffer_limit = 2000000
                  flush_interval = "100ms"
                %s
                [[outputs.kafka]]
                  brokers = ["%s"]
                  topic = "%s"
                  compression_codec = 3
                  required_acks = -1
                  data_format = "influx"
                """.formatted(input, kafka.bootstrap(), topic));
        Child process = Child.start(new ProcessBuilder(program.toString(), "--quiet", "--config", config.toString()));
        Peer started = new Peer("Telegraf to Kafka", process, directory, sender, destination);
        awaitReady(started);
        return started;
    }

    /** Telegraf does not report when it is ready, so this sends lines until some arrive. */
    private static void awaitReady(Peer telegraf) throws IOException, InterruptedException {
        while (!takes(telegraf)) {
            if (!telegraf.process().isAlive()) {
                throw new IOException("telegraf did not start, see its log above");
            }
        }
    }

    private static boolean takes(Peer telegraf) throws IOException, InterruptedException {
        try {
            return telegraf.take(PROBE).arrived() > 0;
        } catch (ConnectException e) {
            Thread.sleep(LOOK_EVERY_MILLIS);
            return false;
        }
    }
}
