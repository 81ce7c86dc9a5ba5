// The pins of docs/extend/router-verilog.md around lookahead_router. The port by which a head flit leaves is computed
// where it arrives: a compiled neighbour does not send it. Of the credits of a port it takes one a cycle, as a number.
module lookahead_wrapper #(
    parameter int VCS = 2,
    parameter int DEPTH = 4
) (
    input logic clk, reset,
    input logic [15:0] x, y,
    input logic [4:0] in_valid, in_head, in_tail,
    input logic [4:0][7:0] in_vc,
    input logic [4:0][63:0] in_data,
    output logic [4:0][VCS-1:0] in_credit,
    output logic [4:0] out_valid, out_head, out_tail,
    output logic [4:0][7:0] out_vc,
    output logic [4:0][63:0] out_data,
    input logic [4:0][VCS-1:0] out_credit
);
  localparam int B = $clog2(VCS);
  logic [4:0] credit, credit_out;
  logic [4:0][B-1:0] vc, vc_out, credit_vc, credit_vc_out;
  logic [4:0][2:0] route, unused;

  lookahead_router #(.VCS(VCS), .DEPTH(DEPTH)) router (
      .clk, .reset, .x, .y, .in_valid, .in_head, .in_tail, .in_vc(vc), .in_route(route), .in_data, .in_credit(credit_out),
      .in_credit_vc(credit_vc_out), .out_valid, .out_head, .out_tail, .out_vc(vc_out), .out_route(unused), .out_data,
      .out_credit(credit), .out_credit_vc(credit_vc));

  always_comb
    for (int p = 0; p < 5; ++p) begin
      if (in_data[p][15:0] != x) route[p] = in_data[p][15:0] > x ? 0 : 1;
      else if (in_data[p][31:16] != y) route[p] = in_data[p][31:16] > y ? 2 : 3;
      else route[p] = 4;
      vc[p] = in_vc[p][B-1:0];
      out_vc[p] = 8'(vc_out[p]);
      in_credit[p] = credit_out[p] ? VCS'(1) << credit_vc_out[p] : '0;
      {credit[p], credit_vc[p]} = {|out_credit[p], B'(0)};
      for (int v = 0; v < VCS; ++v) if (out_credit[p][v]) credit_vc[p] = B'(v);
    end
endmodule
