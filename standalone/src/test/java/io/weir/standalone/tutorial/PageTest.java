package io.weir.standalone.tutorial;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PageTest {

    @Test
    void stepsAreCommandsWithWhatTheyPrint() {
        List<Step> steps = Page.steps("""
                # Page
                ```sh stays
                up
                ```
                It says
                ```text
                ready
                …
                ```
                ```yaml
                not: typed
                ```
                ```sh
                one
                two
                ```
                """);

        assertThat(steps)
                .containsExactly(
                        new Step(2, Step.Manner.STAYS, "up\n", Optional.of(new Expected("ready\n…\n"))),
                        new Step(13, Step.Manner.ONCE, "one\ntwo\n", Optional.empty()));
    }

    @Test
    void theTutorialHasOutputForEachAwaitedBlock() throws IOException {
        List<Step> steps = Page.steps(Files.readString(Path.of("..", "docs", "tutorial.md")));

        assertThat(steps).isNotEmpty();
        assertThat(steps)
                .allMatch(step ->
                        step.manner() == Step.Manner.ONCE || step.expected().isPresent());
    }
}
