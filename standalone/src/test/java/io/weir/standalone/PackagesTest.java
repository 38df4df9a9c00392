package io.weir.standalone;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Packages of all modules together: they are small, and depend on each other in one direction only. */
@TestInstance(Lifecycle.PER_CLASS)
class PackagesTest {

    private static final long MOST_FILES = 40;

    private final JavaClasses classes = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("io.weir");

    @Test
    void noPackagesDependOnEachOther() {
        assertThat(classes.size()).isGreaterThan(1_000);
        slices().matching("io.weir.(**)").should().beFreeOfCycles().check(classes);
    }

    @Test
    void noPackageHasMoreThanFortyFiles() {
        Map<String, Long> files = classes.stream()
                .filter(JavaClass::isTopLevelClass)
                .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));
        assertThat(files)
                .hasSizeGreaterThan(100)
                .allSatisfy((name, count) -> assertThat(count).as(name).isLessThanOrEqualTo(MOST_FILES));
    }
}
