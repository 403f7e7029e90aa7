//! The rows of a sweep as Parquet: one column of the file for each of the table, in one row group.

use std::sync::Arc;

use grundy::heap::sweep::{COLUMNS, Cell, Family, Row};
use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;

use crate::failure::Failure;

/// The whole file.
pub fn write(rows: &[Row], family: &Family, to: u64) -> Result<Vec<u8>, Failure> {
    encode(rows, family, to).map_err(|error| Failure::Mistake(format!("can't write Parquet: {error}")))
}

fn encode(rows: &[Row], family: &Family, to: u64) -> Result<Vec<u8>, ParquetError> {
    let about = [("grundy.family", family.to_string()), ("grundy.to", to.to_string())];
    let about = about.into_iter().map(|(key, value)| KeyValue::new(key.to_string(), value)).collect();
    let properties = WriterProperties::builder()
        .set_created_by(concat!("grundy ", env!("CARGO_PKG_VERSION")).to_string())
        .set_key_value_metadata(Some(about))
        .build();
    let mut bytes = Vec::new();
    let mut file = SerializedFileWriter::new(&mut bytes, Arc::new(schema(rows)?), Arc::new(properties))?;
    let mut group = file.next_row_group()?;
    for column in COLUMNS {
        write_column(rows.iter().map(column.cell), &mut group)?;
    }
    group.close()?;
    file.close()?;
    Ok(bytes)
}

/// One field for each column; what can be missing is optional. A sweep has at least one game, whose row shows the kinds.
fn schema(rows: &[Row]) -> Result<Type, ParquetError> {
    let first = rows.first().ok_or_else(|| ParquetError::General("there are no rows".to_string()))?;
    let field = |name: &str, cell: Cell<'_>| {
        let (physical, repetition, logical) = match cell {
            Cell::Text(_) => (Physical::BYTE_ARRAY, Repetition::OPTIONAL, Some(LogicalType::String)),
            Cell::Number(_) => (Physical::INT64, Repetition::OPTIONAL, None),
            Cell::Flag(_) => (Physical::BOOLEAN, Repetition::REQUIRED, None),
        };
        Type::primitive_type_builder(name, physical).with_repetition(repetition).with_logical_type(logical).build()
    };
    let fields = COLUMNS.iter().map(|column| field(column.name, (column.cell)(first)).map(Arc::new));
    Type::group_type_builder("sweep").with_fields(fields.collect::<Result<_, _>>()?).build()
}

/// Values and, where cells can be empty, for each row whether it has one.
fn write_column<'r>(
    cells: impl Iterator<Item = Cell<'r>>,
    group: &mut SerializedRowGroupWriter<'_, &mut Vec<u8>>,
) -> Result<(), ParquetError> {
    let (mut texts, mut numbers, mut flags, mut present) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for cell in cells {
        let is_present = match cell {
            Cell::Text(text) => text.map(|text| texts.push(ByteArray::from(text))).is_some(),
            // Values, heaps and counts are far below 2^63.
            Cell::Number(number) => {
                number.map(|number| numbers.push(i64::try_from(number).unwrap_or(i64::MAX))).is_some()
            }
            Cell::Flag(flag) => {
                flags.push(flag);
                true
            }
        };
        present.push(i16::from(is_present));
    }
    let Some(mut column) = group.next_column()? else {
        return Err(ParquetError::General("a column is missing".to_string()));
    };
    match column.untyped() {
        parquet::column::writer::ColumnWriter::BoolColumnWriter(_) => {
            column.typed::<BoolType>().write_batch(&flags, None, None)?
        }
        parquet::column::writer::ColumnWriter::Int64ColumnWriter(_) => {
            column.typed::<Int64Type>().write_batch(&numbers, Some(&present), None)?
        }
        _ => column.typed::<ByteArrayType>().write_batch(&texts, Some(&present), None)?,
    };
    column.close()
}
