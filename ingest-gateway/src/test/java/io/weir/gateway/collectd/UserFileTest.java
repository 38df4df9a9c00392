package io.weir.gateway.collectd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

@DisabledOnOs(OS.WINDOWS)
class UserFileTest {
    private final Logger log = (Logger) LoggerFactory.getLogger(UserFile.class);
    private final ListAppender<ILoggingEvent> said = new ListAppender<>();

    private Path folder;

    @BeforeEach
    void listen(@TempDir Path directory) {
        folder = directory;
        said.start();
        log.addAppender(said);
    }

    @AfterEach
    void stopListening() {
        log.detachAppender(said);
    }

    @Test
    void readsItAsCollectdDoes() throws IOException {
        Path file = write("# farm\n\n  flp1: kept: safe \nflp2:x\r\nnobody:\nrubbish\n: nameless\n");
        assertThat(new UserFile(file).users().passwords()).isEqualTo(Map.of("flp1", "kept: safe", "flp2", "x"));
        assertThat(new UserFile(file).users()).hasToString("2 users");
    }

    @Test
    void followsTheFile() throws IOException {
        Path file = write("a: old");
        UserFile users = new UserFile(file);
        write("a: new\nb: more");
        users.lookAgain();
        assertThat(users.users().passwords()).isEqualTo(Map.of("a", "new", "b", "more"));
        write("# nobody any more");
        users.lookAgain();
        assertThat(users.users().isEmpty()).isTrue();
    }

    @Test
    void theUsersAreTheSameWhileTheFileIs() throws IOException {
        UserFile users = new UserFile(write("a: b"));
        Users before = users.users();
        users.lookAgain();
        assertThat(users.users()).isSameAs(before);
    }

    @Test
    void keepsTheUsersOfADeletedFileAndLogsOnce() throws IOException {
        Path file = write("a: b");
        UserFile users = new UserFile(file);
        Files.delete(file);
        users.lookAgain();
        users.lookAgain();
        assertThat(users.users().passwords()).hasSize(1);
        assertThat(warnings()).singleElement().asString().contains("users.txt").contains("does not exist");
    }

    @Test
    void warnsOfAFileThatOthersMayRead() throws IOException {
        Path file = write("a: b");
        new UserFile(file);
        assertThat(warnings()).isEmpty();
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        new UserFile(file);
        assertThat(warnings()).singleElement().asString().contains("chmod 640").doesNotContain("b:");
    }

    @Test
    void aFileWithoutUsersIsAMistake() throws IOException {
        Path file = write("# nobody");
        assertThatThrownBy(() -> new UserFile(file)).hasMessageContaining("names no user");
        assertThatThrownBy(() -> new UserFile(folder.resolve("none"))).hasMessageContaining("does not exist");
    }

    private Path write(String text) throws IOException {
        Path file = folder.resolve("users.txt");
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        return file;
    }

    private List<String> warnings() {
        return said.list.stream()
                .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }
}
