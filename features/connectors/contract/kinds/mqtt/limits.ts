/** Characters of a topic, or of a template for topics. */
export const maximumTopicLength = 1_024
/** Characters of a path within a document. */
export const maximumPathLength = 256
/** Characters of an expression. */
export const maximumExpressionLength = 8_192
/** Fields that one rule takes out of a document. */
export const maximumFields = 500
/** Texts that one rule gives a number. */
export const maximumStates = 50
