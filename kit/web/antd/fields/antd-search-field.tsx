import { Input } from 'antd'
import { useEffect, type ReactNode } from 'react'
import { useTypedText } from '../../address/use-typed-text.ts'

/** The list follows this long after the last letter. */
const typingMs = 300

interface SearchFieldProps {
  /** What is searched for now, from the address. */
  readonly text: string
  readonly label: string
  readonly mark: ReactNode
  readonly className: string
  readonly onSearch: (text: string) => void
}

/**
 * What is typed is searched for a moment later, or at once with Enter; when the address changes, so
 * does the field.
 */
export function SearchField({ text, label, mark, className, onSearch }: SearchFieldProps) {
  const { typed, setTyped, onSent, onBlur } = useTypedText(text)
  const wanted = typed.trim()
  useEffect(() => {
    if (wanted === text) return
    const timer = setTimeout(() => {
      onSent(wanted)
      onSearch(wanted)
    }, typingMs)
    return () => clearTimeout(timer)
  }, [wanted, text, onSent, onSearch])
  return (
    <Input
      className={className}
      prefix={mark}
      placeholder={label}
      aria-label={label}
      maxLength={255}
      allowClear
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={onBlur}
      onPressEnter={() => {
        onSent(wanted)
        onSearch(wanted)
      }}
    />
  )
}
