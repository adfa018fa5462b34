import { TextField, type TextFieldProps } from './text-field.tsx';

/** An email address, for which phones show their keyboard with an @. `autoComplete` is "username" where one signs in with it. */
export function EmailField(props: Omit<TextFieldProps, 'type' | 'inputMode' | 'name'>) {
  return <TextField {...props} type="email" inputMode="email" name="email" />;
}
