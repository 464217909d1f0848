import { useTranslations } from 'use-intl'
import { isolated } from '#kit/web/formats/isolated.ts'
import './others.css'

/** How many have a mark of their own. */
const maximumMarks = 3

/** The others who edit the page now. */
export function OtherEditors({ names }: { readonly names: readonly string[] }) {
  const translate = useTranslations('pages.edit')
  if (names.length === 0) return null
  const text = translate('others', {
    names: names.map(isolated).join(', '),
    count: names.length,
  })
  return (
    <p className="edit-others" role="status" title={text}>
      {names.slice(0, maximumMarks).map((name) => (
        <i key={name} aria-hidden="true">
          {initials(name)}
        </i>
      ))}
      <span className="clip words">{text}</span>
    </p>
  )
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return chosen
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
