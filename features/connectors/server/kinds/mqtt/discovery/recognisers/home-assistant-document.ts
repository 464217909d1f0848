import { isObject } from '#kit/server/documents/document-value.ts'

type Members = Readonly<Record<string, unknown>>

/** Short names of the members that are read here, as Home Assistant documents them. */
const longNames: Readonly<Record<string, string>> = {
  ...{ stat_t: 'state_topic', val_tpl: 'value_template', stat_val_tpl: 'value_template' },
  ...{ unit_of_meas: 'unit_of_measurement', dev_cla: 'device_class', stat_cla: 'state_class' },
  ...{ uniq_id: 'unique_id', obj_id: 'object_id', dev: 'device', cmps: 'components' },
  ...{ pl_on: 'payload_on', pl_off: 'payload_off', stat_on: 'state_on', stat_off: 'state_off' },
  ...{ avty_t: 'availability_topic', avty: 'availability', pl_avail: 'payload_available' },
  ...{ pl_not_avail: 'payload_not_available', avty_tpl: 'availability_template', t: 'topic' },
  ...{ p: 'platform', ids: 'identifiers', cns: 'connections', stat_tpl: 'value_template' },
}

/** The members by their long names, with `~` filled in where it begins or ends a topic. */
export function readDocument(document: Members, above: Members = {}): Members {
  const base = document['~'] ?? above['~']
  const own = Object.entries(document).map(([name, value]) => {
    const long = Object.hasOwn(longNames, name) ? (longNames[name] ?? name) : name
    return [long, expanded(value, long, typeof base === 'string' ? base : null)] as const
  })
  return { ...above, ...Object.fromEntries(own) }
}

function expanded(value: unknown, name: string, base: string | null): unknown {
  if (typeof value === 'string' && base !== null && name.endsWith('topic'))
    return value.replace(/^~/, base).replace(/~$/, base)
  if (Array.isArray(value) && name === 'availability')
    return value.map((each) => (isObject(each) ? readDocument(each, { '~': base }) : each))
  return name === 'device' && isObject(value) ? readDocument(value) : value
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** What distinguishes one device from another; null where the document names none. */
export function identityOf(
  device: unknown,
): { readonly id: string; readonly name: string | null } | null {
  if (!isObject(device)) return null
  const { identifiers, connections, name } = device
  const [id] = [identifiers].flat()
  const text = typeof id === 'string' || typeof id === 'number' ? String(id) : null
  const other = isListOfLists(connections) ? JSON.stringify(connections) : null
  const found = text ?? other ?? textOf(name)
  return found === null ? null : { id: found, name: textOf(name) }
}

/** As connections are written: a kind and an address each. */
const isListOfLists = (value: unknown) =>
  Array.isArray(value) &&
  value.every(
    (each) => Array.isArray(each) && each.every((part) => typeof part !== 'object' || !part),
  )
