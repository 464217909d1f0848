import { FileRefusal } from './row.ts'
import { type Visitor, unescaped } from './xml.ts'

/** Characters of a cell; spreadsheets take fewer. */
export const maximumCellText = 40_000

const maximumSharedTexts = 1_000_000

export function textsVisitor(texts: string[]): Visitor {
  let text = ''
  let isText = false
  let isPhonetic = false
  return {
    open(name) {
      if (name === 'si') text = ''
      isText = name === 't'
      if (name === 'rPh') isPhonetic = true
    },
    text(part) {
      if (isText && !isPhonetic && text.length < maximumCellText) text += part
    },
    close(name) {
      isText = false
      if (name === 'rPh') isPhonetic = false
      if (name !== 'si') return
      if (texts.length >= maximumSharedTexts) throw new FileRefusal('too_large', 'too many texts')
      texts.push(unescaped(text))
    },
  }
}
