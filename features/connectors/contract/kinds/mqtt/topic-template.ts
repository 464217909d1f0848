import { maximumTopicLength } from './limits.ts'

/** One level of a template. */
export type TemplateLevel =
  | { readonly kind: 'literal'; readonly text: string }
  /** `+`: any one level. */
  | { readonly kind: 'any' }
  /** `{device}`: a part of the device's name. */
  | { readonly kind: 'device' }
  /** `{sensor}`: the sensor's name. */
  | { readonly kind: 'sensor' }
  /** `{sensor#}`: all that is left is the sensor's name; `#`: all that is left. */
  | { readonly kind: 'rest'; readonly isSensor: boolean }

export type TopicTemplate = readonly TemplateLevel[]

/** What a topic says about its message. */
export interface TopicNames {
  /** The levels that name the device, in their order; none: the template has no `{device}`. */
  readonly device: readonly string[]
  /** Null: the template has no `{sensor}`. */
  readonly sensor: string | null
}

const levelsByText: Readonly<Record<string, TemplateLevel>> = {
  '+': { kind: 'any' },
  '{device}': { kind: 'device' },
  '{sensor}': { kind: 'sensor' },
  '#': { kind: 'rest', isSensor: false },
  '{sensor#}': { kind: 'rest', isSensor: true },
}

/**
 * Reads a topic with `{device}`, `{sensor}` and the wildcards of MQTT as its levels: at most one
 * level names the sensor, and only the last stands for several. Null for a text that is none.
 */
export function parseTemplate(text: string): TopicTemplate | null {
  if (text === '' || text.length > maximumTopicLength || text.includes('\0')) return null
  const levels = text.split('/').map(levelOf)
  if (levels.some((level) => level === null)) return null
  const template = levels as TopicTemplate
  const sensors = template.filter(namesSensor).length
  const restAt = template.findIndex(({ kind }) => kind === 'rest')
  return sensors <= 1 && (restAt === -1 || restAt === template.length - 1) ? template : null
}

function levelOf(text: string): TemplateLevel | null {
  const level = Object.hasOwn(levelsByText, text) ? levelsByText[text] : undefined
  if (level) return level
  return /[{}+#]/.test(text) ? null : { kind: 'literal', text }
}

function namesSensor(level: TemplateLevel): boolean {
  return level.kind === 'sensor' || (level.kind === 'rest' && level.isSensor)
}

/** Whether the template names a device, and a sensor. */
export function namesOf(template: TopicTemplate): {
  readonly device: boolean
  readonly sensor: boolean
} {
  return {
    device: template.some(({ kind }) => kind === 'device'),
    sensor: template.some(namesSensor),
  }
}

/** The filter by which a client subscribes to the topics of a template. */
export function filterOf(template: TopicTemplate): string {
  return template.map(filterLevelOf).join('/')
}

function filterLevelOf(level: TemplateLevel): string {
  if (level.kind === 'literal') return level.text
  return level.kind === 'rest' ? '#' : '+'
}

/** What the topic names, where it is one of the template's; null for every other topic. */
export function matchTopic(template: TopicTemplate, levels: readonly string[]): TopicNames | null {
  // As brokers have it: topics of their own are asked for by name.
  if (levels[0]?.startsWith('$') === true && template[0]?.kind !== 'literal') return null
  const device: string[] = []
  let sensor: string | null = null
  for (const [index, part] of template.entries()) {
    if (part.kind === 'rest') {
      const rest = levels.slice(index).join('/')
      if (part.isSensor && rest === '') return null
      return { device, sensor: part.isSensor ? rest : sensor }
    }
    const level = levels[index]
    if (level === undefined || !fits(part, level)) return null
    if (part.kind === 'device') device.push(level)
    if (part.kind === 'sensor') sensor = level
  }
  return levels.length === template.length ? { device, sensor } : null
}

function fits(part: TemplateLevel, level: string): boolean {
  if (part.kind === 'literal') return part.text === level
  return part.kind === 'any' || level !== ''
}
