import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Icon } from '#kit/ui/icon.tsx'
import { useNamed } from '#kit/web/texts/use-named.ts'
import { useEntries } from '../entries.tsx'
import { problemsOf } from './entry-problems.ts'

/** What an entry of any kind is of. */
interface SensorEntry {
  readonly lesiId: string
  readonly key: string
}

/** What each kind calls these in its own words. */
interface Words {
  readonly device: string
  readonly sensor: string
  readonly actions: string
  readonly edit: (name: string) => string
  readonly remove: (name: string) => string
}

interface EntryRowsProps<Entry extends SensorEntry> {
  readonly entries: readonly Entry[]
  /** Place of the first of them among all. */
  readonly from: number
  /** The list in the settings. */
  readonly list: string
  readonly words: Words
  /** The label of a field, by its name in the settings; undefined: it has none. */
  readonly labelOf: (field: string) => string | undefined
  /** Of the columns between those of every list. */
  readonly headings: readonly string[]
  /** The cells below them. */
  readonly children: (entry: Entry) => ReactNode
  /** Stands below the name of the sensor; null: nothing does. */
  readonly remarkOf?: (entry: Entry) => string | null
  readonly onEdit: (index: number) => void
  readonly onRemove: (index: number) => void
}

/** A page of what a connector reads: whose sensor each is, where it is, what is wrong with it. */
export function EntryRows<Entry extends SensorEntry>(props: EntryRowsProps<Entry>) {
  const { entries, from, list, words, labelOf, headings, children, remarkOf } = props
  const { errors } = useEntries()
  const named = useNamed()
  const wrongOf = (index: number) =>
    problemsOf(errors, list, index).map(({ field, text }) => {
      const label = labelOf(field)
      return label === undefined ? text : named(label, text)
    })
  return (
    <div className="connector-rows">
      <table>
        <thead>
          <tr>
            {[words.device, words.sensor, ...headings].map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">{words.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry, place) => {
            const wrong = wrongOf(from + place)
            const remark = remarkOf?.(entry) ?? null
            return (
              <tr key={from + place} data-wrong={wrong.length > 0}>
                <td className="connector-mono">{entry.lesiId}</td>
                <td>
                  {entry.key}
                  {remark !== null && <small>{remark}</small>}
                  {wrong.map((text) => (
                    <small key={text} className="connector-wrong">
                      {text}
                    </small>
                  ))}
                </td>
                {children(entry)}
                <td>
                  <RowButton
                    icon="edit"
                    label={words.edit(entry.key)}
                    onClick={() => props.onEdit(from + place)}
                  />
                  <RowButton
                    icon="trash"
                    label={words.remove(entry.key)}
                    onClick={() => props.onRemove(from + place)}
                  />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

interface RowButtonProps {
  readonly icon: 'edit' | 'trash'
  readonly label: string
  readonly onClick: () => void
}

function RowButton({ icon, label, onClick }: RowButtonProps) {
  return (
    <Button
      type="text"
      size="small"
      aria-label={label}
      icon={<Icon name={icon} />}
      onClick={onClick}
    />
  )
}
