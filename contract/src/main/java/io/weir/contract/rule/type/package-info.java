/** Rules of {@code types}: the types that the values of fields must have. */
@NullMarked
package io.weir.contract.rule.type;

import org.jspecify.annotations.NullMarked;
