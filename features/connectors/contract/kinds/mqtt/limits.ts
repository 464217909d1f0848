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
/** Rules of one connector. */
export const maximumRules = 1_000
/** Devices that one connector sends for. */
export const maximumDevices = 5_000
/** How long a survey of a broker may take: shorter than the call that waits for it. */
export const maximumSurveySeconds = 45
/** Messages whose preview is asked for at once. */
export const maximumPreviewMessages = 500
