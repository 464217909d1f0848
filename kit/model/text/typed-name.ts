/**
 * Whether a name was typed as it stands: in the same letters, however Unicode puts these together.
 */
export const isTypedName = (typed: string, name: string): boolean => plain(typed) === plain(name)

const plain = (text: string) => text.trim().normalize()
