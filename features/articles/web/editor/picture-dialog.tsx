import type { EditorView } from 'prosemirror-view'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CloseButton } from '#kit/ui/dialog/modal-dialog.tsx'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { call } from '#kit/web/calls/call.ts'
import { showFailure } from '#kit/web/calls/query.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { EntriesDialog } from '#kit/web/screens/entries-dialog.tsx'
import { useFieldErrorText } from '#kit/web/texts/use-field-error-text.ts'
import { addArticlePicture, maximumArticlePictureBytes } from '../../contract/writing-routes.ts'
import { articleSchema } from './schema.ts'

interface PictureDialogProps {
  readonly view: EditorView
  readonly onClose: () => void
}

/** A picture from a file, with the words that stand for it where it is not seen. */
export function PictureDialog({ view, onClose }: PictureDialogProps) {
  const translate = useTranslations('articles.editor')
  const [file, setFile] = useState<File | null>(null)
  const [alt, setAlt] = useState('')
  const [problem, setProblem] = useState('')
  const { mutate, isPending } = useAddPicture(setProblem)
  const submit = () => {
    if (isPending) return
    if (file === null) return setProblem(translate('noFile'))
    if (file.size > maximumArticlePictureBytes) return setProblem(translate('largeFile'))
    return mutate(file, {
      onSuccess: (id) => {
        const image = articleSchema.nodes.image.create({ id, alt: alt.trim() })
        view.dispatch(view.state.tr.replaceSelectionWith(image).scrollIntoView())
        onClose()
      },
    })
  }
  return (
    <EntriesDialog
      isChanged={file !== null || alt !== ''}
      isPending={isPending}
      title={translate('imageTitle')}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <CloseButton>{translate('cancel')}</CloseButton>
          <button type="submit" className="button primary" aria-disabled={isPending}>
            {translate('insert')}
          </button>
        </>
      }
    >
      <label className="field">
        <span className="field-label">{translate('file')}</span>
        <input
          data-first=""
          type="file"
          accept="image/png,image/jpeg,image/webp"
          onChange={({ target }) => {
            setProblem('')
            setFile(target.files?.[0] ?? null)
          }}
        />
        <small>{translate('fileHelp')}</small>
      </label>
      <label className="field">
        <span className="field-label">{translate('alt')}</span>
        <span className="input">
          <input maxLength={300} value={alt} onChange={({ target }) => setAlt(target.value)} />
        </span>
        <small>{translate('altHelp')}</small>
      </label>
      <p role="alert" className="article-problem">
        {problem}
      </p>
    </EntriesDialog>
  )
}

function useAddPicture(onProblem: (text: string) => void) {
  const textOf = useFieldErrorText()
  return useMutation({
    mutationFn: async (file: File) => {
      const image = await base64Of(file)
      return (await call(addArticlePicture, { body: { image } })).data.id
    },
    meta: { quiet: true },
    onError: (error) => {
      const [reason] = error instanceof ApiError ? (error.errors['image'] ?? []) : []
      if (reason) onProblem(textOf(reason))
      else void showFailure(error)
    },
  })
}

async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += 0x80_00)
    parts.push(String.fromCodePoint(...bytes.subarray(at, at + 0x80_00)))
  return btoa(parts.join(''))
}
