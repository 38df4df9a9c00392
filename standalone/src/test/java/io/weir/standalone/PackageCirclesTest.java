package io.weir.standalone;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Packages depend on each other in one direction only, in all modules together. */
class PackageCirclesTest {

    private final JavaClasses classes = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("io.weir");

    @Test
    void noPackagesDependOnEachOther() {
        assertThat(classes.size()).isGreaterThan(1_000);
        slices().matching("io.weir.(**)").should().beFreeOfCycles().check(classes);
    }
}
