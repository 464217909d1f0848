import { saveFile } from '../browser/save-file.ts'

/** Lets the person store a text as a file of this name. */
export function download(name: string, text: string): void {
  saveFile(name, new Blob([text], { type: 'text/csv;charset=utf-8' }))
}
