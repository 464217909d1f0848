import { parsePath, writePath } from '../../../../../contract/kinds/mqtt/document-path.ts'

/** What a template of Home Assistant takes out of a message. */
export interface TemplateValue {
  /** Within the document; null: the text of the message itself. */
  readonly path: string | null
  readonly factor: number
}

const filter = String.raw`(?:\|\s*(?:float|int|round|default|is_defined|string|trim)(?:\([^()]*\))?\s*)*`
const accessors = String.raw`(?:\.[A-Za-z_]\w*|\[\s*(?:'[^']*'|"[^"]*"|\d+)\s*\])+`
const template = new RegExp(
  String.raw`^\{\{-?\s*\(*\s*(?:value_json(${accessors})|(value))\s*${filter}\)*\s*` +
    String.raw`(?:([*/])\s*(\d+(?:\.\d+)?)\s*)?\)*\s*${filter}-?\}\}$`,
)

/**
 * Reads the usual simple forms: `{{ value }}`, `{{ value_json.a['b'].c }}`, with filters that change
 * no value for us (`float`, `round(1)` …) and one multiplication or division. Null for all others.
 */
export function readValueTemplate(text: string): TemplateValue | null {
  const found = template.exec(text.trim())
  if (!found) return null
  const [, members, , operator, number] = found
  const factor = number === undefined ? 1 : Number(number)
  if (operator === '/' && factor === 0) return null
  return { path: pathOf(members), factor: operator === '/' ? 1 / factor : factor }
}

function pathOf(members: string | undefined): string | null {
  if (members === undefined) return null
  const path = parsePath(
    members.replace(/^\./, '').replaceAll(/\[\s+|\s+\]/g, (each) => each.trim()),
  )
  return path === null ? null : writePath(path)
}
