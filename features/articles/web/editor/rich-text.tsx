import { Node } from 'prosemirror-model'
import { EditorState } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ArticleDocument } from '../../contract/document.ts'
import { articlePlugins } from './plugins.ts'
import { articleSchema } from './schema.ts'
import { Toolbar } from './toolbar.tsx'
import '../article.css'
import './editor.css'

interface RichTextProps {
  /** What it begins with; with another `key` it begins again. */
  readonly initial: ArticleDocument
  readonly label: string
  readonly onChange: (document: ArticleDocument) => void
}

/** The editor of an article's text. */
export function RichText({ initial, label, onChange }: RichTextProps) {
  const translate = useTranslations('articles.editor')
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  /** What is written outlives a tab that is hidden, which takes the editor away. */
  const latest = useRef<EditorState | null>(null)
  const changed = useRef(onChange)
  const [view, setView] = useState<EditorView | null>(null)
  const [, draw] = useState<EditorState | null>(null)
  useEffect(() => {
    changed.current = onChange
  })
  useEffect(() => {
    if (!place.current) return
    latest.current ??= EditorState.create({
      doc: Node.fromJSON(articleSchema, initial),
      plugins: articlePlugins(),
    })
    const editor = new EditorView(place.current, {
      state: latest.current,
      attributes: {
        ...{ id, role: 'textbox', 'aria-multiline': 'true', 'aria-label': label },
        ...{ class: 'article-text article-input', 'aria-description': translate('keys') },
      },
      dispatchTransaction: (transaction) => {
        const state = editor.state.apply(transaction)
        editor.updateState(state)
        latest.current = state
        draw(state)
        if (transaction.docChanged) changed.current(state.doc.toJSON() as ArticleDocument)
      },
    })
    setView(editor)
    return () => {
      setView(null)
      editor.destroy()
    }
  }, [initial, id, label, translate])
  return (
    <div className="article-editor">
      {view && <Toolbar view={view} editorId={id} />}
      <div ref={place} />
    </div>
  )
}
