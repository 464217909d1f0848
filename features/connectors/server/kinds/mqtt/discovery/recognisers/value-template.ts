import { parsePath, writePath } from '../../../../../contract/kinds/mqtt/document-path.ts'

/** What a template of Home Assistant takes out of a message. */
export interface TemplateValue {
  /** Within the document; null: the text of the message itself. */
  readonly path: string | null
  readonly factor: number
}

const maximumLength = 500
const filterName = '(?:float|int|round|default|is_defined|string|trim)'
const filters = String.raw`(?:\| ?${filterName}(?:\([^()]*\))? ?)*`
const accessors = String.raw`(?:\.[A-Za-z_]\w*|\[ ?(?:'[^']*'|"[^"]*"|\d+) ?\])+`
/** Of a text whose blanks are single ones. */
const template = new RegExp(
  String.raw`^\{\{-? ?\(* ?(?:value_json(${accessors})|(value)) ?${filters}\)* ?` +
    String.raw`(?:([*/]) ?(\d+(?:\.\d+)?) ?)?\)* ?${filters}-?\}\}$`,
)

/**
 * Reads the usual simple forms: `{{ value }}`, `{{ value_json.a['b'].c }}`, with filters that
 * change no value for us (`float`, `round(1)` …), and one multiplication or division. Null for all
 * others.
 */
export function readValueTemplate(text: string): TemplateValue | null {
  if (text.length > maximumLength) return null
  const found = template.exec(text.trim().replaceAll(/\s+/g, ' '))
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
