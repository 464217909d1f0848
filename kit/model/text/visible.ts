/** Whether a text has something to be seen: blanks and what joins or directs letters is nothing. */
export const hasVisible = (text: string): boolean =>
  /[^\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)
