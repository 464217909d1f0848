/** Blobs are the same where all that can be seen of them at once is. */
const plain = (_: string, value: unknown) =>
  value instanceof Blob ? ['Blob', value.size, value.type, nameOf(value)] : value

const nameOf = (blob: Blob) => (blob instanceof File ? [blob.name, blob.lastModified] : null)

/**
 * Starts changes, each once: one that is asked for again while it is under way is not started.
 * A button is drawn as pressed only after the press; a double click comes before that.
 */
export function onceAtATime<Variables>(): (
  variables: Variables,
  start: () => Promise<unknown>,
) => void {
  const underWay = new Set<string>()
  return (variables, start) => {
    const key = JSON.stringify(variables, plain) ?? ''
    if (underWay.has(key)) return
    underWay.add(key)
    void start().finally(() => underWay.delete(key))
  }
}
