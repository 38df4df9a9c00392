package io.weir.standalone.relay;

import static io.weir.standalone.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.gateway.testing.Identity;
import io.weir.gateway.testing.Logged;
import io.weir.gateway.testing.RabbitMqServer;
import io.weir.relay.RelayService;
import io.weir.writer.testing.FreePorts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * From Weir's topics to a real RabbitMQ that asks for TLS and a password. A sink that is refused
 * names culprit and remedy, shows no secret, and loses nothing.
 */
@Tag("long")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("try") // A relay runs until the end of its block.
class SecureAmqpSinkTest {
    private static final String USER = "weir";
    private static final String PASSWORD = "open-sesame";
    private static final String WRONG = "swordfish";

    @RegisterExtension
    final Logged logged = new Logged("io.weir");

    private final Path directory;
    private final RelayFarm farm;
    private final int tlsPort = FreePorts.next();
    private Identity authority;
    private Identity stranger;
    private RabbitMqServer rabbit;
    private SinkQueue queue;
    private String name = "";
    private SimpleMeterRegistry meters;

    SecureAmqpSinkTest(@TempDir Path directory) {
        this.directory = directory;
        farm = new RelayFarm(directory);
    }

    @BeforeAll
    void startRabbit() throws Exception {
        authority = new Identity(directory, "authority");
        stranger = new Identity(directory, "stranger");
        rabbit = start("rabbit", tlsPort, authority.sign(directory, "server"));
        rabbit.control("add_user", USER, PASSWORD);
    }

    private RabbitMqServer start(String place, int port, Identity identity, String... more) throws Exception {
        String[] settings = {
            "listeners.ssl.1 = 127.0.0.1:" + port,
            "ssl_options.cacertfile = " + authority.certificate(),
            "ssl_options.certfile = " + identity.certificate(),
            "ssl_options.keyfile = " + identity.key(),
            String.join("\n", more)
        };
        return RabbitMqServer.start(directory.resolve(place), FreePorts::next, settings);
    }

    @AfterAll
    void stopServers() {
        farm.close();
        rabbit.close();
    }

    @BeforeEach
    void write(TestInfo test) throws Exception {
        farm.begin(test);
        meters = new SimpleMeterRegistry();
        name = test.getTestMethod().orElseThrow().getName();
        queue = new SinkQueue(rabbit, name);
        queue.declare("#");
        rabbit.control("change_password", USER, PASSWORD);
        permit(".*");
        for (int record = 0; record < 30; record++) {
            farm.write(record % RelayFarm.PARTITIONS, List.of("cpu v=" + record + " 1", "cpu v=" + record + " 2"));
        }
        farm.topics().flush();
    }

    private void permit(String written) throws Exception {
        rabbit.control("set_permissions", USER, "", written, "");
    }

    @Test
    void receivesOverTlsWithTheRightPassword() throws Exception {
        try (RelayService relay = farm.start(sink(tlsPort, login(PASSWORD), trusts(authority)), meters)) {
            awaitAll(relay);
        }
        assertThat(logged.messages()).noneMatch(each -> each.contains(PASSWORD));
    }

    @Test
    void aWrongPasswordIsReported() throws Exception {
        try (RelayService relay = refused(
                sink(tlsPort, login(WRONG), trusts(authority)),
                "RabbitMQ at 127.0.0.1:" + tlsPort + " refuses the user weir (ACCESS_REFUSED",
                "check user and password")) {
            rabbit.control("change_password", USER, WRONG);
            awaitAll(relay);
        }
    }

    @Test
    void aUserWithoutTheRightToWriteIsReported() throws Exception {
        permit("");
        try (RelayService relay = refused(
                sink(tlsPort, login(PASSWORD), trusts(authority)),
                "ACCESS_REFUSED",
                "exchange '" + name + "'",
                "'weir'")) {
            permit(".*");
            awaitAll(relay);
        }
    }

    @Test
    void anUnknownVirtualHostIsReported() throws Exception {
        String sink =
                sink(tlsPort, login(PASSWORD), trusts(authority)).replace("amqp: {", "amqp: {virtual-host: farm, ");
        try (RelayService relay = refused(sink, "refuses the connection (NOT_ALLOWED - vhost farm not found")) {
            assertThat(relay.health().live()).isTrue();
        }
    }

    @Test
    void anUnknownAuthorityIsReported() throws Exception {
        for (String tls : List.of("tls: {enabled: true}", trusts(stranger))) {
            try (RelayService relay = refused(
                    sink(tlsPort, login(PASSWORD), tls),
                    "RabbitMQ at 127.0.0.1:" + tlsPort + " has a certificate that no trusted authority signed",
                    "name its authority in tls.ca")) {
                assertThat(relay.health().live()).isTrue();
            }
        }
        awaitAllWith(sink(tlsPort, login(PASSWORD), trusts(authority)));
    }

    @Test
    void aCertificateForAnotherNameIsReported() throws Exception {
        String sink = sink(tlsPort, login(PASSWORD), trusts(authority));
        try (RelayService relay = refused(
                sink.replace("127.0.0.1", "localhost"),
                "RabbitMQ at localhost:" + tlsPort + " has a certificate for other names",
                "connect by a name of the certificate")) {
            assertThat(relay.health().live()).isTrue();
        }
        awaitAllWith(sink);
    }

    @Test
    void aPortOfTheOtherKindIsReported() throws Exception {
        try (RelayService relay =
                refused(sink(rabbit.port(), login(PASSWORD), trusts(authority)), "does not use TLS; check the port")) {
            assertThat(relay.health().live()).isTrue();
        }
        try (RelayService relay = refused(
                sink(tlsPort, login(PASSWORD), "heartbeat: 5s"), "check whether this port expects TLS, and set tls")) {
            assertThat(relay.health().live()).isTrue();
        }
        awaitAllWith(sink(tlsPort, login(PASSWORD), trusts(authority)));
    }

    @Test
    void anExpiredCertificateIsReported() throws Exception {
        int port = FreePorts.next();
        Identity expired = authority.sign(directory, "expired", "-startdate", "-2d", "-validity", "1");
        try (RabbitMqServer old = start("old", port, expired);
                RelayService relay = refused(
                        sink(port, login(PASSWORD), trusts(authority)),
                        "has a certificate that has expired (NotAfter: ",
                        "renew the certificate")) {
            assertThat(relay.health().live()).isTrue();
        }
        awaitAllWith(sink(tlsPort, login(PASSWORD), trusts(authority)));
    }

    @Test
    void aMissingClientCertificateIsReported() throws Exception {
        int port = FreePorts.next();
        Identity client = authority.sign(directory, "client");
        try (RabbitMqServer strict = start(
                "strict",
                port,
                authority.sign(directory, "strict"),
                "ssl_options.verify = verify_peer",
                "ssl_options.fail_if_no_peer_cert = true")) {
            queue = new SinkQueue(strict, name);
            queue.declare("#");
            strict.control("add_user", USER, PASSWORD);
            strict.control("set_permissions", USER, "", ".*", "");
            try (RelayService relay = refused(
                    sink(port, login(PASSWORD), trusts(authority)),
                    "127.0.0.1:" + port + " refuses ",
                    "tls.certificate")) {
                assertThat(relay.health().live()).isTrue();
            }
            awaitAllWith(sink(
                    port,
                    login(PASSWORD),
                    "tls: {ca: '" + authority.certificate() + "', certificate: '" + client.certificate() + "', key: '"
                            + client.key() + "'}"));
        }
    }

    /** Starts a relay, and returns when its health and its log have these words. */
    private RelayService refused(String sink, String... words) {
        meters = new SimpleMeterRegistry();
        RelayService relay = farm.started(sink, meters);
        try {
            eventually(
                    "it is refused twice",
                    () -> meters.get("weir.relay.failed").counter().count() >= 2);
            assertThat(relay.health().ready()).isFalse();
            assertThat(relay.health().detail()).contains("sink there").contains(words);
            assertThat(logged.messages()).anySatisfy(each -> assertThat(each)
                    .startsWith("sink there does not accept messages: ")
                    .contains(words));
            assertThat(relay.health().detail()).doesNotContain(PASSWORD, WRONG);
            assertThat(logged.messages()).noneMatch(each -> each.contains(PASSWORD) || each.contains(WRONG));
            assertThat(meters.get("weir.relay.sent").counter().count()).isZero();
            return relay;
        } catch (Throwable e) {
            relay.close();
            throw e;
        }
    }

    private void awaitAllWith(String sink) throws Exception {
        try (RelayService relay = farm.start(sink, new SimpleMeterRegistry())) {
            awaitAll(relay);
        }
    }

    private void awaitAll(RelayService relay) {
        farm.expected().check(SinkQueue.received(queue.await(farm.expected().count())), "");
        eventually("it is ready", () -> relay.health().ready());
    }

    private String login(String password) throws Exception {
        Path file = directory.resolve(Integer.toHexString(password.hashCode()));
        return "user: " + USER + ", password-file: '" + Files.writeString(file, password) + "'";
    }

    private static String trusts(Identity authority) {
        return "tls: {ca: '" + authority.certificate() + "'}";
    }

    private String sink(int port, String login, String more) {
        return "there: {begin: oldest, amqp: {brokers: ['127.0.0.1:" + port + "'], exchange: " + name
                + ", routing-key: k, " + login + ", " + more + "}}";
    }
}
