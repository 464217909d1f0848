import { Input } from 'antd'
import { useEffect, useState, type ReactNode } from 'react'

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
  const [typed, setTyped] = useState(text)
  const [shown, setShown] = useState(text)
  if (text !== shown) {
    setShown(text)
    if (text !== typed.trim()) setTyped(text)
  }
  useEffect(() => {
    if (typed.trim() === text) return
    const timer = setTimeout(() => onSearch(typed.trim()), typingMs)
    return () => clearTimeout(timer)
  }, [typed, text, onSearch])
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
      onPressEnter={() => onSearch(typed.trim())}
    />
  )
}
