/** The fields that the panels of the form hold, which are closed at first. */
const fieldsOf = {
  session: ['protocolVersion', 'qos', 'clientId', 'isPersistent', 'sharedGroup', 'prefix'],
  tls: ['authorities', 'certificate', 'secrets.privateKey'],
} as const

export type Panel = keyof typeof fieldsOf

/** The panels with a field that is refused: they are open, so that the reason is seen. */
export function panelsToOpen(errors: ReadonlyMap<string, string>): readonly Panel[] {
  return (Object.keys(fieldsOf) as Panel[]).filter((panel) =>
    fieldsOf[panel].some((path) => errors.has(path)),
  )
}
