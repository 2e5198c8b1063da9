/** What a parameter may be. Numbers are whole; columns of whole numbers refuse any that is not. */
export type Value = string | number | null;

/** One row, in the order of the selected columns. */
export type Values = readonly unknown[];
