# The comments of headers as Doxygen reads them: // as ///, the first of a file as the file's, @ and \ as themselves.
/^ *\/\// {
  s,[@\\],\\&,g
  s,^\( *\)//,\1///,
  1s,^,/// @file\n,
}
