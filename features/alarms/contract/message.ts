/** What the message of a rule can name, each in braces: `{sensor} above {limit}`. */
export const messagePlaceholders = ['sensor', 'device', 'value', 'limit', 'rule'] as const
export type MessagePlaceholder = (typeof messagePlaceholders)[number]

/**
 * The message of a rule with what it names in the place of the names. What is in braces and is no
 * placeholder stays as it was written.
 */
export function filledMessage(
  message: string,
  values: Readonly<Record<MessagePlaceholder, string>>,
): string {
  return message.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const known = messagePlaceholders.find((each) => each === name)
    return known === undefined ? whole : values[known]
  })
}
